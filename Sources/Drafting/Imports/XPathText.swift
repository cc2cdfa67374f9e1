/// Builds parts of XPath 1.0.
enum XPathText {
    /// A text as a literal, or concatenated from several: a literal has no escapes.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        return "concat(\(text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }.joined(separator: ", \"'\", ")))"
    }

    /// Whether a node's text contains another.
    static func contains(_ text: String, ignoringCase: Bool = false) -> String {
        guard ignoringCase else { return "contains(., \(literal(text)))" }
        let lower = text.lowercased()
        var pairs: [(upper: Character, lower: Character)] = []
        for letter in Set(lower).sorted() {
            let upper = String(letter).uppercased()
            if upper.unicodeScalars.count == 1, upper != String(letter) { pairs.append((Character(upper), letter)) }
        }
        let (from, to) = (String(pairs.map(\.upper)), String(pairs.map(\.lower)))
        return "contains(translate(., '\(from)', '\(to)'), \(literal(lower)))"
    }

    /// The alternative texts of a regular expression, if it has nothing else: `sold out|gone`.
    static func literals(of pattern: String) -> [String]? {
        var (texts, isEscaped) = ([""], false)
        for character in pattern {
            if isEscaped {
                guard !character.isLetter, !character.isNumber else { return nil }
                texts[texts.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                texts.append("")
            } else {
                guard !"^$.*+?()[]{}".contains(character) else { return nil }
                texts[texts.count - 1].append(character)
            }
        }
        return isEscaped || texts.contains("") ? nil : texts
    }
}
