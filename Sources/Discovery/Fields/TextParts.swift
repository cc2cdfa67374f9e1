import Records

/// One of several values that a sign parts in one text: the second of `3 rooms · 78 m² · 900 €`.
struct TextParts: Hashable, Sendable {
    let sign: Character
    /// From 0.
    let place: Int

    /// Signs that part values, the surest first. A dash parts what follows a day.
    private static let signs: [Character] = ["·", "•", "|", ";", "–", "—"]
    private static let limit = 6

    /// XPath for the part of the text at `path`; the whole text where the sign isn't in it.
    func path(_ path: String) -> String {
        let rest = (0..<place).reduce(path) { rest, _ in "substring-after(\(rest), '\(sign)')" }
        return "substring-before(concat(\(rest), '\(sign)'), '\(sign)')"
    }

    /// The columns of a text that has the same sign as often in all rows, if one of them is of a kind; else the column itself.
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

    /// How many parts all texts have; nil if they differ, have none, or have the sign elsewhere too.
    private static func count(of sign: Character, in texts: [String]) -> Int? {
        guard let count = texts.first.map({ split($0, sign).count }), (2...limit).contains(count) else { return nil }
        let isSame = texts.allSatisfy { text in
            let parts = split(text, sign)
            return parts.count == count && !parts.contains(where: \.isEmpty) && text.count { $0 == sign } == count - 1
        }
        return isSame ? count : nil
    }
}
