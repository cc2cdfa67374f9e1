import Records

/// Merges the columns of a printed table that are parts of one date: `12 | May | 2026`.
///
/// The column headings must allow it: at most one over all parts, or the words for day, month and year. Without headings, the month must be
/// a name. In every row that has them, the parts make a date in the same format, and no part is a date by itself.
struct SplitDates {
    /// Cells; all rows have the same number.
    let rows: [[String]]
    /// The column headings; empty: there are none.
    let heads: [String]
    let context: PageContext

    private static let fewest = 3
    /// The most characters of a part.
    private static let pieceLength = 12

    /// The range of columns of each field, from left to right.
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

    /// The name of a field; empty if no heading names it.
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
        // In a date format, m stands for minutes.
        return !pattern.source.contains("m")
    }

    /// Headings of day, month and year columns.
    private static let words: Set = [
        "day", "month", "year", "dd", "mm", "mmm", "yy", "yyyy", "tag", "monat", "jahr", "jour", "mois", "année", "an", "día", "mes", "año",
        "dia", "mês", "ano", "dzień", "miesiąc", "rok", "giorno", "mese", "anno", "dag", "maand", "jaar", "يوم", "شهر", "سنة", "日", "月",
        "年",
    ]
}
