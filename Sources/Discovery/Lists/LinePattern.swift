/// Makes patterns for lines of text, with a group for each cell: `c0`, `c1` …
///
/// A board reads lines with single spaces between words.
enum LinePattern {
    /// The name of the group for the words before a sentence's value.
    static let about = "about"

    static func group(_ cell: Int) -> String { "c\(cell)" }

    /// Cells with a separator between them: with non-greedy cells, and with cells that exclude the separator.
    static func lines(_ separator: String, cells: Int) -> [String] {
        func line(_ cell: String) -> String {
            "^" + (0..<cells).map { "(?<\(group($0))>\(cell))" }.joined(separator: separator) + "$"
        }
        return [line(".*?"), line("(?:(?!\(separator)).)*")]
    }

    /// A line of punctuation below column headings.
    static let rule = "[-=_+|─═ ]+"

    /// The pattern of a whole line, for all lines except these.
    static func without(_ lines: [String], _ pattern: String) -> String {
        guard !lines.isEmpty, pattern.hasPrefix("^") else { return pattern }
        return "^(?!(?:\(lines.joined(separator: "|")))$)" + pattern.dropFirst()
    }

    /// Cells separated by spaces: each has the same number of words in all lines, except for at most one. Empty if more vary.
    static func words(_ cells: [[String]]) -> [String] {
        guard let width = cells.first?.count else { return [] }
        var parts: [String] = []
        for column in 0..<width {
            let counts = Set(cells.map { $0[column].split(separator: " ").count })
            if counts.count == 1, let count = counts.first, count > 0 {
                parts.append("(?<\(group(column))>\\S+\(count > 1 ? "(?: \\S+){\(count - 1)}" : ""))")
            } else {
                parts.append("(?<\(group(column))>\\S.*)")
            }
        }
        return ["^\(parts.joined(separator: " "))$"]
    }

    /// The pattern of a sentence, with groups for the parts that change. The words around them identify the sentence, except words with
    /// digits.
    static func sentence(_ text: String, _ values: [Range<String.Index>]) -> String? {
        var (pattern, at) = ("", text.startIndex)
        for (place, value) in values.enumerated().sorted(by: { $0.element.lowerBound < $1.element.lowerBound }) {
            guard value.lowerBound >= at else { return nil }
            let between = text[at..<value.lowerBound]
            if at == text.startIndex {
                let words = lasting(between.reversed())
                let text = String(words.reversed())
                pattern += words.count == between.count ? "^" : ""
                pattern += text.contains(where: \.isLetter) ? "(?<\(about)>\(quoted(text.trimmed)))" : quoted(text.trimmed)
                pattern += text.last == " " ? " " : ""
            } else if between.contains(where: \.isNumber) {
                pattern += quoted(String(lasting(between))) + ".*?" + quoted(String(lasting(between.reversed()).reversed()))
            } else {
                pattern += quoted(String(between))
            }
            pattern += "(?<\(group(place))>.+?)"
            at = value.upperBound
        }
        let words = lasting(text[at...])
        return pattern + quoted(String(words)) + (words.count == text[at...].count ? "$" : "")
    }

    /// The first forty characters, up to a word's end, and not as far as a digit.
    private static func lasting(_ text: some Collection<Character>) -> [Character] {
        let words = Array(text.prefix { !$0.isNumber })
        guard words.count > 40 || words.count < text.count else { return words }
        let some = words.prefix(40)
        guard let end = some.lastIndex(where: \.isWhitespace) else { return [] }
        return Array(some[...end])
    }

    /// Escaped for PCRE2.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        for character in text {
            if character.isASCII, !character.isLetter, !character.isNumber, character != " " { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted
    }
}
