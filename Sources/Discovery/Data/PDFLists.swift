import Extraction

/// The table of a PDF: the rows of the width that most have, and a pattern that tells them from heads, notes and page numbers.
struct PDFLists {
    let bounds: DiscoveryBounds
    let steps: Steps

    /// Texts outside of the table that a pattern may name.
    private static let mostOthers = 40

    func lists(in document: PDFTableDocument) -> [DataList] {
        var widths: [Int: Int] = [:]
        for row in document.rows where row.count > 1 { widths[row.count, default: 0] += 1 }
        guard let width = widths.max(by: { ($0.value * $0.key, $0.key) < ($1.value * $1.key, $1.key) })?.key else { return [] }
        // A row has its first cell and half of the others; words in each cell above the first such row are heads.
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
        let patterns = [LinePattern.shape(of: rows.map { $0[0] }), others.count <= Self.mostOthers ? LinePattern.none(of: others) : nil]
        let list = DataList(
            rows: rows.prefix(bounds.rows).map { row($0, hasHeads ? heads : []) }, count: rows.count, isCut: !document.isWhole,
            keepsSame: true, readings: patterns.compactMap { $0.map { .pdf(starts: $0) } })
        return [list]
    }

    private func row(_ cells: [String], _ heads: [String]) -> DataRow {
        var row = DataRow()
        for (place, cell) in cells.enumerated() {
            let head = heads.indices.contains(place) ? heads[place] : ""
            let isTwice = heads.count { $0 == head } > 1
            let name = head.isEmpty ? "column \(place + 1)" : isTwice ? "\(head) \(place + 1)" : head
            row.add(name, Column.Cell(text: cell), at: [["\(place)"]])
        }
        return row
    }
}

extension LinePattern {
    /// What all texts look like: letters, digits and signs in one order, `^[A-Z]{2}-[0-9]+$`. nil if they differ, or are words only.
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

    /// Any text but these; numbers in them may differ.
    static func none(of texts: [String]) -> String {
        guard !texts.isEmpty else { return "." }
        let known = texts.map { text in numberless(text).split(separator: "0", omittingEmptySubsequences: false).map { quoted(String($0)) }
        }
        return "^(?!(?:\(known.map { $0.joined(separator: "[0-9]+") }.joined(separator: "|")))$)."
    }

    /// With a 0 for each number.
    static func numberless(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            let isDigit = character.isASCII && character.isNumber
            if !isDigit { result.append(character) } else if result.last != "0" { result.append("0") }
        }
    }
}
