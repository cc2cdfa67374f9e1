import Extraction

/// The rows of a delimited text, with any separator and any number of lines before the column names.
struct DelimitedText {
    let heads: [String]
    /// The first rows, up to the requested number.
    let rows: [[String]]
    /// The options that a board needs to read the rows.
    let delimiting: Reading.Delimiting
    /// Whether the text was read to its end.
    let isWhole: Bool

    private static let separators = ",;\t|".utf8.map { $0 }

    /// nil if no separator splits the text into rows of equal width.
    init?(_ text: String, limit: Int) {
        var best: (score: Int, width: Int, separator: UInt8, table: Table)?
        for separator in Self.separators {
            let table = Self.table(text, separator, limit: limit)
            var widths: [Int: Int] = [:]
            for row in table.rows where row.count > 1 { widths[row.count, default: 0] += 1 }
            guard let (width, count) = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), count >= 3 else { continue }
            if count * width > best?.score ?? 0 { best = (count * width, width, separator, table) }
        }
        guard let best, let start = best.table.rows.firstIndex(where: { $0.count == best.width }) else { return nil }
        var delimiting = Reading.Delimiting(separator: Character(UnicodeScalar(best.separator)))
        delimiting.skip = best.table.lines[start] - 1
        var table = best.table.rows[start...].filter { $0.count == best.width }
        delimiting.isRagged = table.count < best.table.rows.count - start
        heads = table.removeFirst()
        // A last row without values in most columns is a total.
        if let last = table.last, last.count(where: \.isEmpty) >= 2, table.dropLast().allSatisfy({ $0.count(where: \.isEmpty) < 2 }) {
            table.removeLast()
            if best.table.isWhole { delimiting.drop = 1 }
        }
        rows = table
        (self.delimiting, isWhole) = (delimiting, best.table.isWhole)
    }

    private struct Table {
        var rows: [[String]] = []
        /// The line number at which each row begins, from 1.
        var lines: [Int] = []
        /// Whether the text was read to its end.
        var isWhole = false
    }

    /// The requested number of rows, or those before the first error.
    private static func table(_ text: String, _ separator: UInt8, limit: Int) -> Table {
        var reader = DelimitedReader(DelimitedReader.Dialect(separator: separator))
        var table = Table()
        func take(_ row: DelimitedReader.Row) throws {
            table.rows.append(row.cells.indices.map { row.text($0).squeezed })
            table.lines.append(row.line)
            if table.rows.count > limit { throw Enough() }
        }
        do {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                try reader.append(Array(rest.prefix(piece)), take)
                rest = rest.dropFirst(piece)
            }
            try reader.finish(take)
            table.isWhole = true
        } catch {
            // The rows before the error are used.
        }
        return table
    }

    private static let piece = 64 << 10

    private struct Enough: Error {}
}
