import Records

/// One of several values in a text with separators: the second in `3 rooms · 78 m² · 900 €`.
struct TextParts: Hashable, Sendable {
    let sign: Character
    /// The part's index, from 0.
    let place: Int

    /// Separators, most reliable first. A dash separates a date from what follows it.
    private static let signs: [Character] = ["·", "•", "|", ";", "–", "—"]
    private static let limit = 6

    /// XPath for this part of the text at `path`; the whole text if it doesn't contain the separator.
    func path(_ path: String) -> String {
        let rest = (0..<place).reduce(path) { rest, _ in "substring-after(\(rest), '\(sign)')" }
        return "substring-before(concat(\(rest), '\(sign)'), '\(sign)')"
    }

    /// The parts of a column whose texts all have the same number of separators, if one part is of a type; otherwise the column itself.
    static func columns(of column: Column, _ kind: (Column) -> Field.Kind) -> [Column] {
        let texts = column.filled.map(\.text)
        guard texts.count >= 3, column.attribute == nil, column.member == nil, column.places.isEmpty, !column.isList,
            column.filled.allSatisfy({ $0.node >= 0 && $0.literal == nil })
        else { return [column] }
        for sign in signs {
            guard let count = count(of: sign, in: texts) else { continue }
            let columns = (0..<count).map { place in
                var part = column.mapped { String(split($0, sign)[place]) }
                (part.part, part.names) = (TextParts(sign: sign, place: place), [])
                return part
            }
            let kinds = columns.map(kind)
            let isDash = "–—".contains(sign)
            if isDash ? [.date, .timestamp].contains(kinds[0]) && kinds[1] != kinds[0] : kinds.contains(where: { $0 != .text }) {
                return columns.filter { part in part.filled.contains { $0.text != part.filled[0].text } }
            }
        }
        return [column]
    }

    private static func split(_ text: String, _ sign: Character) -> [Substring] {
        text.split(separator: sign == ";" ? "; " : " \(sign) ", omittingEmptySubsequences: false)
    }

    /// The number of parts in all texts; nil if it differs, is one, or the character also occurs otherwise.
    private static func count(of sign: Character, in texts: [String]) -> Int? {
        guard let count = texts.first.map({ split($0, sign).count }), (2...limit).contains(count) else { return nil }
        let isSame = texts.allSatisfy { text in
            let parts = split(text, sign)
            return parts.count == count && !parts.contains(where: \.isEmpty) && text.count { $0 == sign } == count - 1
        }
        return isSame ? count : nil
    }
}
