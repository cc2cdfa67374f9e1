/// The text of a Markdown document, without markup characters, addresses and code fences.
///
/// Supports the common forms of CommonMark 0.31, with GitHub's tables and notes; everything else is text. Linear time.
struct MarkdownText {
    private(set) var page = ConvertedPage()
    private var paragraph: [Substring] = []
    private var fence: Substring?

    private static let signLimit = 3

    /// Whether a text looks like Markdown: it has two different kinds of markup, or two headings. `head` is its beginning, whose last line
    /// may be truncated.
    static func begins(_ head: String) -> Bool {
        var (headings, signs): (Int, Set<String>) = (0, [])
        var last: Substring = ""
        for line in head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if heading(line) != nil { headings += 1 }
            if line.hasPrefix("```") || line.hasPrefix("~~~") { signs.insert("fence") }
            if isRule(ofTable: line), last.contains("|") { signs.insert("table") }
            if line.contains("](") && line.contains("[") { signs.insert("link") }
            if line.contains("**"), line.split(separator: "**", omittingEmptySubsequences: false).count > 2 { signs.insert("strong") }
            if line.hasPrefix("> ") { signs.insert("quote") }
            if ["- ", "* ", "+ "].contains(where: line.hasPrefix) { signs.insert("list") }
            last = line
        }
        return headings > 1 || headings == 1 && !signs.isEmpty || !signs.isDisjoint(with: ["fence", "table", "link"]) && signs.count > 1
    }

    init(_ text: String) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        // Skips the front matter, which describes the text for programs.
        if lines.first == "---", let end = lines.dropFirst().prefix(100).firstIndex(of: "---") { lines = lines[(end + 1)...] }
        for line in lines { add(line) }
        endParagraph()
        page.title = nil
    }

    private mutating func add(_ line: Substring) {
        let words = line.drop { $0 == " " || $0 == "\t" }
        if let open = fence {
            if words.hasPrefix(open) { fence = nil } else { page.html += "<p>\(ConvertedPage.escaped(String(words)))</p>\n" }
            return
        }
        if words.isEmpty { return endParagraph() }
        if words.hasPrefix("```") || words.hasPrefix("~~~") {
            endParagraph()
            fence = words.prefix(3)
            return
        }
        if let (level, title) = Self.heading(words) { return wrap(title, "h\(level)") }
        if let level = Self.underline(words), !paragraph.isEmpty {
            let title = paragraph.joined(separator: " ")
            paragraph = []
            return wrap(title[...], "h\(level)")
        }
        if Self.isRule(words) || Self.isRule(ofTable: words) { return endParagraph() }
        if words.hasPrefix("["), let end = words.firstIndex(of: "]"), words[words.index(after: end)...].hasPrefix(":") {
            endParagraph()
            // A link's address definition, or a note.
            if words.hasPrefix("[^") {
                page.html += "<aside role=\"doc-footnote\">\(Self.inline(words[words.index(end, offsetBy: 2)...]))</aside>\n"
            }
            return
        }
        if words.hasPrefix("|") {
            endParagraph()
            page.html += "<p>\(words.split(separator: "|").map { Self.inline($0) }.joined(separator: " "))</p>\n"
            return
        }
        if words.hasPrefix(">") { return add(words.dropFirst()) }
        if let item = Self.item(words) {
            endParagraph()
            paragraph = [item]
            return
        }
        paragraph.append(words)
    }

    private mutating func endParagraph() {
        guard !paragraph.isEmpty else { return }
        let words = paragraph.joined(separator: "\n")
        paragraph = []
        wrap(words[...], "p")
    }

    private mutating func wrap(_ text: Substring, _ name: String) {
        endParagraph()
        page.html += "<\(name)>\(Self.inline(text))</\(name)>\n"
    }

    // MARK: Lines

    private static func heading(_ line: Substring) -> (Int, Substring)? {
        let level = line.prefix(7).prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
        var title = line.dropFirst(level + 1)
        while let last = title.last, last == " " || last == "#" { title = title.dropLast() }
        return (level, title)
    }

    private static func underline(_ line: Substring) -> Int? {
        guard line.count >= 3 else { return nil }
        return line.allSatisfy { $0 == "=" } ? 1 : line.allSatisfy { $0 == "-" } ? 2 : nil
    }

    private static func isRule(_ line: Substring) -> Bool {
        let signs = line.filter { $0 != " " }
        guard let first = signs.first, "-*_".contains(first), signs.count >= signLimit else { return false }
        return signs.allSatisfy { $0 == first }
    }

    private static func isRule(ofTable line: Substring) -> Bool {
        line.contains("|") && line.contains("-") && line.allSatisfy { "|-: \t".contains($0) }
    }

    private static func item(_ line: Substring) -> Substring? {
        guard let first = line.first else { return nil }
        var rest = line.dropFirst()
        if "-*+".contains(first) {
            guard rest.first == " " else { return nil }
            rest = rest.drop { $0 == " " }
            for box in ["[ ] ", "[x] ", "[X] "] where rest.hasPrefix(box) { return rest.dropFirst(4) }
            return rest
        }
        return nil
    }

    // MARK: Inside lines

    private static func inline(_ text: Substring) -> String {
        var (html, rest, isCode) = ("", text, false)
        var last: Character = " "
        while let sign = rest.first {
            rest = rest.dropFirst()
            defer { last = sign }
            switch sign {
            case "`": isCode.toggle()
            case _ where isCode: html += ConvertedPage.escaped(String(sign))
            case "\\" where rest.first.map { $0.isPunctuation || $0.isSymbol } ?? false:
                html += ConvertedPage.escaped(String(rest.removeFirst()))
            case "*": if rest.first == " " && last == " " { html += "*" }
            // Inside a word it is an ordinary character.
            case "_", "~":
                let isInside = (last.isLetter || last.isNumber) && (rest.first.map { $0.isLetter || $0.isNumber } ?? false)
                if isInside || sign == "~" && rest.first != "~" && last != "~" { html.append(sign) }
            case "!" where rest.first == "[": continue
            case "[": html += link(&rest, isPicture: last == "!")
            case "<":
                if let end = rest.prefix(500).firstIndex(of: ">"), let first = rest.first, first.isLetter || first == "/" || first == "!" {
                    let address = rest[..<end]
                    if address.contains("://") || address.contains("@"), !address.contains(" ") {
                        html += ConvertedPage.escaped(String(address))
                    }
                    rest = rest[rest.index(after: end)...]
                } else {
                    html += "&lt;"
                }
            default: html += ConvertedPage.escaped(String(sign))
            }
        }
        return html
    }

    /// Parses `[words](address)`, `[words][name]` and `[^note]` after the bracket; other brackets are text.
    private static func link(_ rest: inout Substring, isPicture: Bool) -> String {
        guard let end = rest.prefix(1_000).firstIndex(of: "]") else { return "[" }
        let words = rest[..<end]
        let behind = rest[rest.index(after: end)...]
        if words.hasPrefix("^") {
            rest = behind
            return "<a role=\"doc-noteref\">\(ConvertedPage.escaped(String(words.dropFirst())))</a>"
        }
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] where behind.first == open {
            guard let last = behind.prefix(2_000).firstIndex(of: close) else { continue }
            rest = behind[behind.index(after: last)...]
            return isPicture ? "<img alt=\"\(ConvertedPage.escaped(String(words)))\">" : inline(words)
        }
        return "["
    }
}
