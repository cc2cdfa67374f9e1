import Markup

/// The context by which a value is found again: paths that select only its element because of what surrounds it, and paths to the value in
/// the element's text.
///
/// Each path is tested on the page. A path that depends on a position also requires a text or a heading beside it: if that moves, the path
/// selects nothing, and the board's health reports it.
struct ValueAnchors {
    let tree: PageTree
    let proof: PathProof

    /// The most characters of words and of a heading, the most paths tried, and the most nodes searched backwards.
    private static let (words, heading, tries, back) = (40, 80, 40, 400)
    private static let headings = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let lastText = "preceding::text()[normalize-space()][not(parent::script or parent::style)][1]"
    private static let lastHeading = "preceding::*[\(headings.map { "self::\($0)" }.joined(separator: " or "))][1]"

    // MARK: The element

    /// Paths to an element, most reliable first.
    ///
    /// - Parameter words: The words before the value in the element's own text.
    func rows(to element: Int, words: String) -> [String] {
        let (tag, steps) = (tree.tag(element), StepChoice(tree: tree).options(for: element))
        let named = steps.filter { $0.cost <= 1 }.map(\.text)
        let looks = steps.filter { $0.cost > 1 && $0.text != tag }.map(\.text).prefix(2)
        let under = heading(above: element).flatMap { condition(Self.lastHeading, tree.text(of: $0), Self.heading) } ?? ""
        let after = textBefore(element).flatMap { condition(Self.lastText, $0.text, Self.words) } ?? ""
        var paths: [String] = []
        for phrase in Self.anchors(words, isBefore: true) where phrase.contains(where: \.isLetter) {
            guard let quoted = StepChoice.quoted(phrase) else { continue }
            paths += ["", under].map { "//\(tag)[contains(normalize-space(.), \(quoted))]\($0)" }
        }
        for step in named { paths += ["//\(step)\(under)", "//\(step)"] }
        if !after.isEmpty { for step in looks + [tag] { paths += ["//\(step)\(after)", "//\(step)\(after)\(under)"] } }
        if let cell = cell(of: element) { paths.append(cell) }
        if !under.isEmpty {
            paths += looks.map { "//\($0)\(under)" }
            if let heading = heading(above: element), let quoted = StepChoice.quoted(tree.text(of: heading)) {
                let place = (tree.nodes[heading].end...element).count { tree.tag($0) == tag }
                paths.append("//\(tree.tag(heading))[normalize-space(.)=\(quoted)]/following::\(tag)[\(place)]\(under)")
            }
        }
        let place = RowPaths(tree: tree, proof: proof).placed(element)
        paths += [after + under, after, under].filter { !$0.isEmpty }.map { place + $0 }
        var tried = Set<String>()
        return paths.filter { tried.insert($0).inserted }.prefix(Self.tries).filter { proof.gives($0, [element]) }
    }

    /// The predicate that a path has this text; nil for a text that is likely to change.
    private func condition(_ path: String, _ text: String, _ longest: Int) -> String? {
        guard text.count <= longest, !text.isEmpty, !text.contains(where: \.isNumber) else { return nil }
        return StepChoice.quoted(text).map { "[normalize-space(\(path))=\($0)]" }
    }

    /// To what is in a table: the column in the row whose first cell has this name, as rows come and go before it. Numbers and days, which
    /// places and lists by date begin with, name no row.
    private func cell(of element: Int) -> String? {
        let line = [element] + tree.ancestors(of: element)
        guard let depth = line.firstIndex(where: { tree.tag($0) == "tr" }), depth > 0 else { return nil }
        let cells = tree.childElements(of: line[depth])
        guard let first = cells.first, let place = cells.firstIndex(of: line[depth - 1]), place > 0 else { return nil }
        let name = tree.text(of: first)
        let isWords = name.contains(where: \.isLetter) && !name.contains(where: \.isNumber)
        let isCode = name.first?.isLetter == true && !name.contains(where: \.isWhitespace)
        guard isWords || isCode, name.count <= Self.words, let quoted = StepChoice.quoted(name) else { return nil }
        let inside = depth == 1 ? "" : "//\(tree.tag(element))"
        return "//tr[normalize-space(*[1])=\(quoted)]/*[\(place + 1)]\(inside)"
    }

    /// The last heading before an element.
    func heading(above element: Int) -> Int? {
        (0..<element).reversed().first { Self.headings.contains(tree.tag($0)) && tree.nodes[$0].end <= element }
    }

    /// The last text before an element.
    func textBefore(_ element: Int) -> (text: String, node: Int)? {
        for node in (0..<element).reversed().prefix(Self.back) where tree.nodes[node].isText {
            let text = tree.texts[node].trimmed
            if !text.isEmpty { return (text, node) }
        }
        return nil
    }

    // MARK: The value in its text

    /// Paths from the element to a value between words, and punctuation beside the value that isn't cut off.
    ///
    /// - Parameter gives: Whether a path gives a text.
    func paths(
        from place: String, to value: String, between before: String, _ behind: String, _ gives: (String, String) -> Bool
    ) -> (paths: [String], around: [String]) {
        if before.isEmpty, behind.isEmpty { return (gives(place, value) ? [place] : [], []) }
        var (befores, behinds): ([String?], [String?]) = (Self.anchors(before, isBefore: true), Self.anchors(behind, isBefore: false))
        if before.trimmed.isEmpty { befores = [nil] }
        // Punctuation at the end of a sentence may also be part of a number.
        let marks = behind.trimmed
        let endsInMarks = behinds.isEmpty && marks.count <= 3
        if endsInMarks { behinds = [nil] }
        let shown = endsInMarks ? value + marks : value
        var paths: [String] = []
        for one in befores {
            for other in behinds {
                var path = "normalize-space(\(place))"
                if let one { path = StepChoice.quoted(one).map { "substring-after(\(path), \($0))" } ?? "" }
                if let other, !path.isEmpty { path = StepChoice.quoted(other).map { "substring-before(\(path), \($0))" } ?? "" }
                if !path.isEmpty, paths.count < 2, gives(path, shown) { paths.append(path) }
            }
        }
        return (paths, endsInMarks && !marks.isEmpty ? [marks] : [])
    }

    /// The words next to a value: up to forty characters, to a word's end, and the nearest word. None with a digit, or that could be part
    /// of a number.
    static func anchors(_ text: String, isBefore: Bool) -> [String] {
        let characters = isBefore ? Array(text.reversed()) : Array(text)
        var near = Array(characters.prefix { !$0.isNumber })
        if near.count > words || near.count < characters.count {
            near = Array(near.prefix(words))
            near = Array(near[..<(near.lastIndex(where: \.isWhitespace) ?? 0)])
        }
        let anchor = String(isBefore ? near.reversed() : near).trimmed
        let parts = anchor.split(separator: " ").map(String.init)
        let nearest = (isBefore ? parts.last : parts.first) ?? ""
        let all = anchor == nearest ? [anchor] : [anchor, nearest]
        return all.filter { $0.contains { !" .,:;'’`-–—+/·٫٬".contains($0) } }
    }
}
