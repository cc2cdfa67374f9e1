import Extraction

/// Rows of a delimited text, whatever stands before its heads and whichever separator it has.
struct DelimitedText {
    let heads: [String]
    let rows: [[String]]

    private static let separators = ",;\t|".utf8.map { $0 }

    /// nil of a text that no separator cuts into rows of one width.
    init?(_ text: String, most: Int) {
        var best: (score: Int, width: Int, table: [[String]])?
        for separator in Self.separators {
            let table = Self.table(text, separator, most: most)
            var widths: [Int: Int] = [:]
            for row in table where row.count > 1 { widths[row.count, default: 0] += 1 }
            guard let (width, count) = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), count >= 3 else { continue }
            if count * width > best?.score ?? 0 { best = (count * width, width, table) }
        }
        guard let best else { return nil }
        var table = best.table.filter { $0.count == best.width }
        heads = table.removeFirst()
        // A sum stands at the end, and has no value in most columns.
        if let last = table.last, last.count(where: \.isEmpty) >= 2, table.dropLast().allSatisfy({ $0.count(where: \.isEmpty) < 2 }) {
            table.removeLast()
        }
        rows = table
    }

    /// As many rows as are wanted; those before a mistake, if there is one.
    private static func table(_ text: String, _ separator: UInt8, most: Int) -> [[String]] {
        var reader = DelimitedReader(DelimitedReader.Dialect(separator: separator))
        var table: [[String]] = []
        func take(_ row: DelimitedReader.Row) throws {
            table.append(row.cells.indices.map { row.text($0).squeezed })
            if table.count > most { throw Enough() }
        }
        do {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                try reader.append(Array(rest.prefix(piece)), take)
                rest = rest.dropFirst(piece)
            }
            try reader.finish(take)
        } catch {
            // What was read until there is looked at.
        }
        return table
    }

    private static let piece = 64 << 10

    private struct Enough: Error {}
}
