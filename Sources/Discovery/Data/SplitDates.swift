import Records

/// The columns of a printed table, of which several may be the pieces of one date: `12 | May | 2026`.
///
/// The heads have to allow it: one over all pieces at most, or the words for day, month and year. Without heads the months have names. The
/// pieces of every row that has them make a date, by one pattern, and no piece is a date by itself.
struct SplitDates {
    /// Cells, as many in each row.
    let rows: [[String]]
    /// Of the columns; empty: there are none.
    let heads: [String]
    let context: PageContext

    private static let fewest = 3
    /// Characters of a piece.
    private static let pieceLength = 12

    /// The columns of each field, from left to right.
    var columns: [ClosedRange<Int>] {
        let width = rows.first?.count ?? 0
        var columns: [ClosedRange<Int>] = []
        var place = 0
        while place < width {
            let runs = [3, 2].map { place...(place + $0 - 1) }
            let run = runs.first { $0.upperBound < width && isDate($0) } ?? place...place
            columns.append(run)
            place = run.upperBound + 1
        }
        return columns
    }

    /// The name of a field; empty if nothing names it.
    func name(of columns: ClosedRange<Int>) -> String {
        let words = named(columns)
        return words.count > 1 ? "date" : words.first ?? ""
    }

    private func named(_ columns: ClosedRange<Int>) -> [String] { heads.isEmpty ? [] : heads[columns].filter { !$0.isEmpty } }

    private func isDate(_ columns: ClosedRange<Int>) -> Bool {
        let filled = rows.map { $0[columns] }.filter { !$0.allSatisfy(\.isEmpty) }
        guard filled.count >= Self.fewest, filled.allSatisfy({ $0.allSatisfy { !$0.isEmpty && $0.count <= Self.pieceLength } }) else {
            return false
        }
        let words = named(columns)
        let isAllowed =
            if heads.isEmpty {
                filled.allSatisfy { $0.contains { $0.contains(where: \.isLetter) } }
            } else {
                words.count <= 1 || words.count == columns.count && words.allSatisfy { Self.words.contains($0.lowercased()) }
            }
        guard isAllowed, areDates(filled.map { $0.joined(separator: " ") }) else { return false }
        return !columns.contains { place in areDates(filled.map { $0[place] }) }
    }

    private func areDates(_ texts: [String]) -> Bool {
        guard case .decided(let pattern) = DateStyle.decide(for: texts, language: context.language) else { return false }
        // An m is a minute.
        return !pattern.source.contains("m")
    }

    /// Day, month and year, as heads have them.
    private static let words: Set = [
        "day", "month", "year", "dd", "mm", "mmm", "yy", "yyyy", "tag", "monat", "jahr", "jour", "mois", "année", "an", "día", "mes", "año",
        "dia", "mês", "ano", "dzień", "miesiąc", "rok", "giorno", "mese", "anno", "dag", "maand", "jaar", "يوم", "شهر", "سنة", "日", "月",
        "年",
    ]
}
