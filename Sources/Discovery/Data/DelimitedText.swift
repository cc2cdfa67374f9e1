/// Rows of a delimited text, whatever stands before its heads and whichever separator it has.
struct DelimitedText {
    let heads: [String]
    let rows: [[String]]

    private static let separators: [Character] = [",", ";", "\t", "|"]

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

    /// RFC 4180.
    private static func table(_ text: String, _ separator: Character, most: Int) -> [[String]] {
        var (table, row, cell, isQuoted) = ([[String]](), [String](), "", false)
        var rest = text[...]
        func ended() { row.append(cell.squeezed); cell = "" }
        while let character = rest.popFirst() {
            if isQuoted {
                if character != "\"" {
                    cell.append(character)
                } else if rest.first == "\"" {
                    cell.append(rest.removeFirst())
                } else {
                    isQuoted = false
                }
            } else if character == "\"", cell.isEmpty {
                isQuoted = true
            } else if character == separator {
                ended()
            } else if character.isNewline {
                ended()
                table.append(row)
                row = []
                if table.count > most { return table }
            } else {
                cell.append(character)
            }
        }
        if !cell.isEmpty || !row.isEmpty {
            ended()
            table.append(row)
        }
        return table
    }
}
