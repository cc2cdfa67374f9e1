import Markup
import Records

/// One value of a page that a person points at: a price, a state, a version, a date, a number in a sentence. Each way to read it is a
/// candidate with one row and two fields, the value and its subject.
///
/// A value is found again by its context: the words of its sentence, its label, the heading above, the page's own name for it. A position
/// alone is never enough, because one day it would silently give another value. See `ValueAnchors`.
struct OneValue {
    let tree: PageTree
    let proof: PathProof
    let reading: ColumnReading
    let steps: Steps

    private static let (limit, short) = (6, 60)
    /// The most characters of a text that is searched for values.
    static let longest = 300

    /// A text of an element, and a value in that text.
    private struct Part: Hashable {
        let element: Int
        /// The path from the element to the text: the element itself, a text node, or an attribute.
        let place: String
        let value: String
        /// The text around the value.
        var (before, behind) = ("", "")
        /// Whether it stays a text, even if it could be parsed as another type.
        var isText = false

        init(_ element: Int, _ place: String, _ value: String, isText: Bool = false) {
            (self.element, self.place, self.value, self.isText) = (element, place, value, isText)
        }

        init(_ whole: Part, _ value: Range<String.Index>, isText: Bool) {
            (element, place, self.isText) = (whole.element, whole.place, isText)
            self.value = String(whole.value[value])
            (before, behind) = (String(whole.value[..<value.lowerBound]), String(whole.value[value.upperBound...]))
        }
    }

    /// The ways to read the value at a text, likeliest first; empty if no context identifies it.
    ///
    /// - Parameter said: The part of the value that the person has typed; empty: none.
    func ways(at node: Int, saying said: String = "") -> [Candidate] {
        var (ways, tried) = ([Candidate](), Set<String>())
        for part in parts(at: node, saying: said.squeezed) where ways.count < Self.limit {
            guard tried.insert("\(part.isText) \(part.place) \(part.value)").inserted, let way = candidate(of: part) else { continue }
            if !ways.contains(where: { $0.fields[0].kind == way.fields[0].kind && $0.texts == way.texts }) { ways.append(way) }
        }
        return ways
    }

    /// Finds a value in another version of its page: at the only place with the same value, otherwise the only value of its type after the
    /// same label. nil if there is none or several.
    func again(_ value: Value?, of field: Field) -> Candidate? {
        var (same, labelled) = (Set<Part>(), Set<Part>())
        for node in tree.nodes.indices where tree.nodes[node].isText {
            for part in parts(at: node, saying: "") where !part.isText || field.kind == .text {
                let typed = part.isText ? Self.text(part) : reading.typed(column(of: part))
                guard typed.kind == field.kind, typed.unit == field.unit, typed.currency == field.currency else { continue }
                if value != nil, typed.values[0] == value { same.insert(part) }
                let labels = names(of: part).compactMap { FieldNames.slug($0) }
                if labels.first == field.name || labels.first == FieldNames.slug(field.label) { labelled.insert(part) }
            }
        }
        (same, labelled) = (innermost(same), innermost(labelled))
        let both = same.intersection(labelled)
        let found = both.count == 1 ? both : same.isEmpty ? labelled : same
        return found.count == 1 ? found.first.flatMap { candidate(of: $0) } : nil
    }

    /// Without values that a descendant also has.
    private func innermost(_ parts: Set<Part>) -> Set<Part> {
        parts.filter { part in
            !parts.contains { $0.value == part.value && tree.inside(part.element).contains($0.element) }
        }
    }

    // MARK: Parts

    private func parts(at node: Int, saying said: String) -> [Part] {
        guard node > 0, node < tree.nodes.count, tree.nodes[node].isText else { return [] }
        let wholes = wholes(at: node)
        guard let own = wholes.first, steps.take(own.value.utf8.count) else { return [] }
        var parts: [Part] = []
        // Beside the text for people there may be a machine-readable time.
        for element in [own.element, tree.nodes[own.element].parent] where element > 0 && tree.tag(element) == "time" {
            let moment = tree.attribute("datetime", of: element)?.trimmed ?? ""
            if !moment.isEmpty { parts.append(Part(element, "@datetime", moment)) }
        }
        let isVersion = self.isVersion(own.value, after: label(of: own.element) ?? words(before: own.element) ?? "")
        // An amount may be split across elements: `<b>$</b><b>12</b>`.
        if wholes.count > 1, kind(of: wholes[1]) == .money, kind(of: own) != .money { parts.append(wholes[1]) }
        if !isVersion, kind(of: own) != .text { parts.append(own) }
        let inside = own.value.count <= Self.longest ? values(in: own) : (sure: [], others: [])
        parts += inside.sure + [Part(own.element, own.place, own.value, isText: true)] + inside.others
        guard !said.isEmpty else { return parts }
        var wanted = parts.filter { $0.value == said }
        wanted += parts.filter { !$0.isText && said.contains($0.value) }
        wanted += parts.filter { !$0.isText && $0.value.count <= said.count + 8 && $0.value.contains(said) }
        if wanted.isEmpty, let place = Self.place(of: said, in: own.value) { wanted.append(Part(own, place, isText: true)) }
        return wanted + parts
    }

    /// The text of the whole line, then that of the surrounding element if it is short.
    private func wholes(at node: Int) -> [Part] {
        let own = tree.nodes[node].parent
        guard own > 0 else { return [] }
        guard isLine(own) else {
            let texts = tree.children(of: own).filter { tree.nodes[$0].isText && !tree.texts[$0].trimmed.isEmpty }
            guard let place = texts.firstIndex(of: node) else { return [] }
            return [Part(own, "text()[normalize-space()][\(place + 1)]", tree.texts[node].trimmed)]
        }
        var wholes = [Part(own, ".", tree.text(of: own))]
        let around = tree.nodes[own].parent
        if around > 0, PageTree.inline.contains(tree.tag(own)), isLine(around), tree.nodes[around].length <= Self.short {
            wholes.append(Part(around, ".", tree.text(of: around)))
        }
        return wholes
    }

    /// Whether an element contains no line break.
    private func isLine(_ element: Int) -> Bool {
        tree.inside(element).allSatisfy { tree.nodes[$0].isText || PageTree.inline.contains(tree.tag($0)) }
    }

    private func kind(of part: Part) -> Field.Kind { reading.kind(of: column(of: part)) }

    private func column(of part: Part) -> Column {
        var column = Column(cells: [Column.Cell(node: part.element, text: part.value)])
        column.attribute = part.place.first == "@" ? String(part.place.dropFirst()) : nil
        column.tag = tree.tag(part.element)
        return column
    }

    // MARK: Values in a sentence

    /// Numbers with their unit, dates and versions as `sure`; other words with a digit as `others`.
    private func values(in whole: Part) -> (sure: [Part], others: [Part]) {
        let text = whole.value
        // Each run of words may be a date.
        guard text.contains(where: \.isNumber), steps.take(64 * text.utf8.count) else { return ([], []) }
        var dates: [String] = []
        let rest = SingleValues.withoutDates(text, reading.context, &dates)
        let measured = MeasuredText.values(in: rest)
        typealias Found = (place: Range<String.Index>, isText: Bool)
        var (sure, others) = ([Found](), [Found]())
        for value in measured + dates { if let place = Self.place(of: value, in: text) { sure.append((place, false)) } }
        for word in text.split(separator: " ") {
            let word = Self.bare(word)
            guard word.contains(where: \.isNumber), word.count <= Self.short, let place = Self.place(of: word, in: text),
                !sure.contains(where: { $0.place.overlaps(place) })
            else { continue }
            if isVersion(word, after: String(text[..<place.lowerBound])) {
                sure.append((place, true))
            } else {
                others.append((place, false))
            }
        }
        func parts(_ found: [Found]) -> [Part] {
            found.sorted { $0.place.lowerBound < $1.place.lowerBound }.filter { $0.place != text.startIndex..<text.endIndex }
                .map { Part(whole, $0.place, isText: $0.isText) }
        }
        return (parts(sure), parts(others))
    }

    /// The range of a text as a whole word: no digit or letter continues it.
    private static func place(of text: String, in whole: String) -> Range<String.Index>? {
        func goesOn(_ one: Character?, _ other: Character?) -> Bool {
            guard let one, let other else { return false }
            return one.isNumber && other.isNumber || one.isLetter && one.isASCII && other.isLetter && other.isASCII
        }
        guard !text.isEmpty else { return nil }
        return whole.ranges(of: text).first { place in
            !goesOn(text.first, whole[..<place.lowerBound].last) && !goesOn(text.last, whole[place.upperBound...].first)
        }
    }

    /// A word without punctuation.
    private static func bare(_ word: Substring) -> String {
        let marks: Set<Character> = [".", ",", ";", ":", "!", "?", "(", ")", "[", "]", "“", "”", "„", "\"", "«", "»", "。", "、"]
        var word = word
        while let first = word.first, marks.contains(first) { word = word.dropFirst() }
        while let last = word.last, marks.contains(last) { word = word.dropLast() }
        return String(word)
    }

    /// `4.2.1`, `v5`, or `4.10` after the word "version", which as a number would be 4.1.
    private func isVersion(_ text: String, after words: String) -> Bool {
        guard !text.contains(" "), text.contains(where: \.isNumber), text.count <= 40 else { return false }
        let isDotted = text.count(where: { $0 == "." }) > 1 && text.first?.isNumber == true
        if isDotted, reading.kind(of: Column(cells: [Column.Cell(text: text)])) == .text { return true }
        if text.first == "v" || text.first == "V", text.dropFirst().first?.isNumber == true { return true }
        let last = words.split(whereSeparator: { !$0.isLetter }).last.map { $0.lowercased() } ?? ""
        return Self.versions.contains(last) && text.first?.isNumber == true
    }

    private static let versions: Set<String> = [
        "version", "versión", "versione", "versão", "versie", "wersja", "verze", "v", "ver", "release", "build", "バージョン", "版本", "الإصدار",
    ]

    // MARK: A candidate

    private func candidate(of part: Part) -> Candidate? {
        guard !part.value.isEmpty, part.value.utf8.count <= 10_000 else { return nil }
        let anchors = ValueAnchors(tree: tree, proof: proof)
        let rows = anchors.rows(to: part.element, words: part.before)
        guard let first = rows.first, let node = proof.nodes(first).first else { return nil }
        let (paths, around) = anchors.paths(from: part.place, to: part.value, between: part.before, part.behind) { path, text in
            proof.gives(path, in: [node], texts: [text])
        }
        guard !paths.isEmpty else { return nil }
        var column = column(of: part)
        column.names = names(of: part)
        var typed = part.isText ? Self.text(part) : reading.typed(column)
        if typed.values[0] == nil || typed.kind == .list { typed = Self.text(part) }
        let name = FieldNames.names(of: [column], [typed.kind], units: [typed.unit])[0]
        var value = Candidate.Field(
            name: name, kind: typed.kind, unit: typed.unit, currency: typed.currency, numbers: typed.numbers, dates: typed.dates,
            words: typed.words, around: (typed.around + around).filter { !$0.isEmpty }, paths: paths)
        // One state doesn't tell how the other is written.
        if typed.kind == .flag, FlagWords.value(of: part.value, language: reading.context.language ?? "en") != nil {
            value.language = reading.context.language ?? "en"
        }
        let about = self.about(part, name)
        guard let quoted = StepChoice.quoted(about) else { return nil }
        var subject = Candidate.Field(name: name == "about" ? "subject" : "about", kind: .text)
        subject.paths = [quoted]
        var candidate = Candidate(
            fields: [value, subject], rows: [[typed.values[0], .text(about)]], texts: [[part.value, about]], rowCount: 1, key: [1], score: 0
        )
        (candidate.readings, candidate.isOne) = (rows.map { Reading.elements(rows: $0) }, true)
        return candidate
    }

    private static func text(_ part: Part) -> ColumnReading.Typed { ColumnReading.Typed(kind: .text, values: [.text(part.value)]) }

    /// Possible names of the field, best first.
    private func names(of part: Part) -> [String] {
        let hints = FieldNames.hints(of: part.element, attribute: nil, tree)
        let words = part.before.last == ":" || part.before.hasSuffix(": ") ? [part.before] : []
        return (words + [label(of: part.element)].compactMap { $0 } + hints).filter { $0.count <= 40 }
    }

    /// The words before an element, if they are its label and not a sentence.
    private func label(of element: Int) -> String? {
        guard let before = ValueAnchors(tree: tree, proof: proof).textBefore(element), before.text.count <= 40,
            !before.text.contains(where: \.isNumber), before.text.contains(where: \.isLetter)
        else { return nil }
        let parent = tree.nodes[before.node].parent
        let isBeside = [tree.nodes[parent].parent, parent].contains(tree.nodes[element].parent)
        let isTerm = ["dt", "th", "label"].contains(tree.tag(parent)) || before.text.last == ":" || before.text.last == "："
        return isBeside || isTerm ? before.text.filter { $0 != ":" && $0 != "：" } : nil
    }

    private func words(before element: Int) -> String? { ValueAnchors(tree: tree, proof: proof).textBefore(element)?.text }

    /// The value's subject, in words that don't change: the heading above, otherwise the page's title.
    private func about(_ part: Part, _ name: String) -> String {
        let heading = ValueAnchors(tree: tree, proof: proof).heading(above: part.element).map { tree.text(of: $0) }
        let texts = [heading, tree.title, name].compactMap { $0 }.map { String($0.squeezed.prefix(80)).trimmed }
        return texts.first { !$0.isEmpty && StepChoice.quoted($0) != nil } ?? "value"
    }
}
