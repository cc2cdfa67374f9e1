import Foundation
import Records

/// Scores a candidate: higher for much varying text, many rows, typed fields and a durable key; lower for parts around a page's main
/// content.
enum Ranking {
    /// The score of the fields, regardless of the list's place.
    ///
    /// - Parameter groups: How many of the first fields are headings above rows.
    static func score(of candidate: Candidate, groups: Int = 0) -> Double {
        let rows = candidate.rows.count
        guard rows > 0 else { return -100 }
        let kinds = candidate.fields.map(\.kind)
        var score = min(4, log(Double(rows)))
        score += Double(min(4, kinds.count { $0 != .text }))
        score += min(3, Double(kinds.count) / 2)
        if candidate.key.contains(where: { kinds[$0] == .url }) { score += 2 }
        if candidate.key.isEmpty, rows > 1 { score -= 1 }
        let sparse = candidate.fields.indices.count { field in candidate.rows.count { $0[field] != nil } * 2 < rows }
        score -= 5 * Double(sparse) / Double(kinds.count)
        return isLinksOnly(candidate, groups: groups) ? score - 6 : score
    }

    /// Whether rows are only links of few words, as in a menu.
    static func isLinksOnly(_ candidate: Candidate, groups: Int) -> Bool {
        let kinds = candidate.fields.dropFirst(groups).map(\.kind)
        // Lists under dates or numbers aren't menus.
        if groups > 0, candidate.fields[0].kind != .text { return false }
        guard kinds.count <= 2, kinds.contains(.url) || kinds.count == 1 else { return false }
        let words = candidate.rows.reduce(0) { sum, row in
            sum
                + zip(row.dropFirst(groups), kinds).reduce(0) {
                    $1.1 == .url || $1.1 == .image ? $0 : $0 + Self.wordCount($1.0?.text ?? "")
                }
        }
        return words < 4 * candidate.rows.count
    }

    /// Scripts without spaces have about one word per three characters.
    private static func wordCount(_ text: String) -> Int {
        let signs = text.unicodeScalars.count { $0.value > 0x2E80 && $0.value < 0xFB00 }
        return text.split(separator: " ").count + signs / 3
    }

    /// The number of characters that vary between rows.
    static func varyingLength(_ candidate: Candidate) -> Int {
        candidate.rows.reduce(0) { $0 + $1.reduce(0) { $0 + ($1?.text.unicodeScalars.count ?? 0) } }
    }
}
