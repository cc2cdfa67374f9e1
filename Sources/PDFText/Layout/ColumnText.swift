/// Formats rows as text that resembles the page: word positions become character columns.
enum ColumnText {
    private static let blankLimit = 10_000
    private static let blankLineLimit = 5
    /// In em: the minimum gap between columns.
    private static let narrowestGap = 0.6

    /// `isLogical`: whether right-to-left text is stored in reading order.
    static func text(of rows: [LayoutRow], isLogical: Bool) -> String {
        guard let left = rows.map(\.x).min() else { return "" }
        let width = characterWidth(rows)
        let leading = typicalLeading(rows)
        var result: [UInt8] = []
        let (blank, lineEnd) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
        var previous: LayoutRow?
        for row in rows {
            if let previous {
                result.append(lineEnd)
                let missing = leading > 0 ? (previous.y - row.y) / leading - 1.4 : 0
                if missing > 0 {
                    result.append(contentsOf: repeatElement(lineEnd, count: Int(min(missing.rounded(.up), Double(blankLineLimit)))))
                }
            }
            var length = 0
            var last: Placement?
            for word in pieces(of: row, isLogical) {
                let target = (word.placement.x - left) / width
                let column = Int(min(max(target.isFinite ? target.rounded() : 0, 0), Double(blankLimit)))
                // Words of a sentence stay one space apart, regardless of their columns.
                let isNear = last.map { word.placement.x - $0.endX < narrowestGap * max($0.size, word.placement.size) } ?? false
                let blanks = isNear ? 1 : max(column - length, length > 0 ? 1 : 0)
                last = word.placement
                result.append(contentsOf: repeatElement(blank, count: blanks))
                result.append(contentsOf: word.text.utf8)
                length += blanks + word.text.count
            }
            previous = row
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The words of a row; a cell with right-to-left text is one piece, in reading order.
    private static func pieces(of row: LayoutRow, _ isLogical: Bool) -> [LayoutPieces.Piece] {
        guard row.words.contains(where: { RightToLeft.occurs(in: $0.text) }) else { return row.words }
        // A right-to-left line stays whole even if words in it are slightly further apart.
        let gap = RightToLeft.runsLeft(row.words.map(\.text)) ? LineJoiner.columnGap : narrowestGap
        return row.fragments(gap: gap).flatMap { cell in
            guard cell.words.contains(where: { RightToLeft.occurs(in: $0.text) }), var whole = cell.words.first else { return cell.words }
            whole.text = RightToLeft.line(cell.words.map { .init(text: $0.text, placement: $0.placement) }, isLogical: isLogical)
            whole.placement.endX = cell.endX
            return [whole]
        }
    }

    /// The width of a character cell: narrow enough that most words fit next to each other.
    private static func characterWidth(_ rows: [LayoutRow]) -> Double {
        var widths: [Double] = []
        for row in rows {
            for word in row.words where widths.count < 20_000 {
                let count = word.text.unicodeScalars.count
                let width = (word.placement.endX - word.placement.x) / Double(count)
                if count > 1, width > word.placement.size * 0.2 { widths.append(width) }
            }
        }
        widths.sort()
        let size = rows.first?.size ?? 10
        return max(widths.isEmpty ? size * 0.5 : widths[widths.count / 4], 0.5)
    }

    private static func typicalLeading(_ rows: [LayoutRow]) -> Double {
        let gaps = zip(rows, rows.dropFirst()).map { $0.y - $1.y }.sorted()
        return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    }
}
