import Extraction

/// Finds the table of a PDF: the rows of the most frequent width, and a pattern that distinguishes them from column headings, notes and
/// page numbers.
struct PDFLists {
    let bounds: DiscoveryBounds
    let steps: Steps
    let context: PageContext

    /// The most texts outside of the table that a pattern may exclude.
    private static let otherLimit = 40

    func lists(in document: PDFTableDocument) -> [DataList] {
        var widths: [Int: Int] = [:]
        for row in document.rows where row.count > 1 { widths[row.count, default: 0] += 1 }
        guard let width = widths.max(by: { ($0.value * $0.key, $0.key) < ($1.value * $1.key, $1.key) })?.key else { return [] }
        // A row has its first cell and half of the others. Lines of words above the first row are column headings.
        let isRow = document.rows.map { $0.count == width && !$0[0].isEmpty && 2 * $0.count(where: { !$0.isEmpty }) > width }
        let heads = zip(document.rows, isRow).first { $0.1 }.map { $0.0.map(\.squeezed) } ?? []
        let hasHeads = heads.allSatisfy { !$0.contains(where: \.isNumber) }
        var (rows, others, seen) = ([[String]](), [String](), Set<String>())
        for (row, isRow) in zip(document.rows, isRow) {
            guard steps.take(row.count) else { break }
            let cells = row.map(\.squeezed)
            if isRow, !hasHeads || cells != heads {
                rows.append(cells)
            } else if let first = cells.first, !first.isEmpty, seen.insert(LinePattern.numberless(first)).inserted {
                others.append(first)
            }
        }
        guard rows.count >= 3 else { return [] }
        if rows.count > bounds.rows { steps.note(.rows) }
        let patterns = [LinePattern.shape(of: rows.map { $0[0] }), others.count <= Self.otherLimit ? LinePattern.none(of: others) : nil]
        let shown = Array(rows.prefix(bounds.rows))
        let columns = columns(of: shown, hasHeads ? heads : [], above: above(isRow, in: document))
        let list = DataList(
            rows: shown.map { row($0, columns) }, count: rows.count, isCut: !document.isWhole,
            keepsSame: true, readings: patterns.compactMap { $0.map { .pdf(starts: $0) } })
        return [list]
    }

    /// The line above the first row, which is a heading only if some columns have one.
    private func above(_ isRow: [Bool], in document: PDFTableDocument) -> [String]? {
        guard let first = isRow.firstIndex(of: true), first > 0 else { return nil }
        let cells = document.rows[first - 1].map(\.squeezed)
        let isHead = cells.count == document.rows[first].count && cells.allSatisfy { !$0.contains(where: \.isNumber) }
        return isHead && cells.count { !$0.isEmpty } > 1 ? cells : nil
    }

    /// The fields of a row: the indices of their columns, and their names.
    private func columns(of rows: [[String]], _ heads: [String], above: [String]?) -> [(places: ClosedRange<Int>, name: String)] {
        // If no steps are left, dates aren't searched for.
        let isLooked = steps.take(rows.reduce(0) { $0 + 3 * $1.count })
        var dates = SplitDates(rows: isLooked ? rows : Array(rows.prefix(1)), heads: heads, context: context)
        var columns = dates.columns
        if heads.isEmpty, isLooked, let above {
            let split = SplitDates(rows: rows, heads: above, context: context)
            if split.columns.contains(where: { $0.count > 1 }) { (dates, columns) = (split, split.columns) }
        }
        let names = columns.map { dates.name(of: $0) }
        return zip(columns, names).map { places, name in
            let number = places.lowerBound + 1
            let isTwice = names.count { $0 == name } > 1
            return (places, name.isEmpty ? "column \(number)" : isTwice ? "\(name) \(number)" : name)
        }
    }

    /// A field's path is the number of its column, `3`, or of its first and last column, `3-5`.
    private func row(_ cells: [String], _ columns: [(places: ClosedRange<Int>, name: String)]) -> DataRow {
        var row = DataRow()
        for (places, name) in columns {
            let text = cells[places].filter { !$0.isEmpty }.joined(separator: " ")
            let place = places.count == 1 ? "\(places.lowerBound)" : "\(places.lowerBound)-\(places.upperBound)"
            row.add(name, Column.Cell(text: text), at: [[place]])
        }
        return row
    }
}

extension LinePattern {
    /// The common pattern of all texts: letters, digits and punctuation in one order, `^[A-Z]{2}-[0-9]+$`. nil if they differ, or are only
    /// words.
    static func shape(of texts: [String]) -> String? {
        var common: [(part: String, counts: ClosedRange<Int>)]?
        for text in texts {
            let parts = parts(of: text)
            guard parts.count <= 20 else { return nil }
            guard let known = common else {
                common = parts.map { ($0.part, $0.count...$0.count) }
                continue
            }
            guard known.map(\.part) == parts.map(\.part) else { return nil }
            common = zip(known, parts).map {
                ($0.part, min($0.counts.lowerBound, $1.count)...max($0.counts.upperBound, $1.count))
            }
        }
        guard let common, common.contains(where: { $0.part == digits }) else { return nil }
        return "^" + common.map { $0.part + quantity($0.counts) }.joined() + "$"
    }

    private static let digits = "[0-9]"

    private static func parts(of text: String) -> [(part: String, count: Int)] {
        var parts: [(part: String, count: Int)] = []
        for character in text {
            let isASCII = character.isASCII
            let part =
                isASCII && character.isNumber
                ? digits
                : character.isLetter ? isASCII && character.isUppercase ? "[A-Z]" : isASCII ? "[a-z]" : "\\p{L}" : quoted(String(character))
            if parts.last?.part == part { parts[parts.count - 1].count += 1 } else { parts.append((part, 1)) }
        }
        return parts
    }

    private static func quantity(_ counts: ClosedRange<Int>) -> String {
        if counts.lowerBound < counts.upperBound { return "+" }
        return counts.lowerBound == 1 ? "" : "{\(counts.lowerBound)}"
    }

    /// A pattern for any text except these; numbers in them may differ.
    static func none(of texts: [String]) -> String {
        guard !texts.isEmpty else { return "." }
        let known = texts.map { text in numberless(text).split(separator: "0", omittingEmptySubsequences: false).map { quoted(String($0)) }
        }
        return "^(?!(?:\(known.map { $0.joined(separator: "[0-9]+") }.joined(separator: "|")))$)."
    }

    /// The text with each number replaced by 0.
    static func numberless(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            let isDigit = character.isASCII && character.isNumber
            if !isDigit { result.append(character) } else if result.last != "0" { result.append("0") }
        }
    }
}
