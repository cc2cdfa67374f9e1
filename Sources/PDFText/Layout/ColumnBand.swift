/// Rows divided by a river into a left and a right side.
struct ColumnBand {
    let rows: Range<Int>
    let left: [LayoutRow]
    let right: [LayoutRow]
    private let river: River
    /// How often the drawing order switches sides.
    private let switches: Int
    /// The fragments next to the river on either side.
    private let nearest: (left: [LayoutRow], right: [LayoutRow])
    /// Whether the right side is drawn completely before the left.
    let isRightFirst: Bool

    /// Below its last crossing, a river continues as long as the lines beside it follow each other.
    init(_ river: River, in rows: [[LayoutRow]]) {
        self.river = river
        let middle = (river.left + river.right) / 2
        let end = ColumnBand.end(of: river, in: rows)
        self.rows = river.first..<end
        var left: [LayoutRow] = []
        var right: [LayoutRow] = []
        var drawn: [(order: Int32, isRight: Bool)] = []
        var nearest: (left: [LayoutRow], right: [LayoutRow]) = ([], [])
        for row in rows[river.first..<end] {
            let isRight = row.map { ($0.x + $0.endX) / 2 >= middle }
            for (fragment, isRight) in zip(row, isRight) { drawn.append((fragment.order, isRight)) }
            if let place = isRight.lastIndex(of: false) { nearest.left.append(row[place]) }
            if let place = isRight.firstIndex(of: true) { nearest.right.append(row[place]) }
            if let part = ColumnBand.merged(zip(row, isRight).filter { !$0.1 }.map(\.0)) { left.append(part) }
            if let part = ColumnBand.merged(zip(row, isRight).filter(\.1).map(\.0)) { right.append(part) }
        }
        drawn.sort { $0.order < $1.order }
        switches = zip(drawn, drawn.dropFirst()).count { $0.isRight != $1.isRight }
        isRightFirst = switches == 1 && drawn.first?.isRight == true
        (self.left, self.right) = (left, right)
        self.nearest = nearest
    }

    /// The index after the last row of the band.
    private static func end(of river: River, in rows: [[LayoutRow]]) -> Int {
        var end = river.last + 1
        while end < rows.count, let above = rows[end - 1].first, let row = rows[end].first,
            above.y - row.y < 1.9 * max(above.size, row.size),
            rows[end].allSatisfy({ $0.endX <= river.left || $0.x >= river.right }), abs(row.size - above.size) < 0.15 * above.size
        {
            end += 1
        }
        return end
    }

    private static func merged(_ fragments: [LayoutRow]) -> LayoutRow? {
        guard let first = fragments.first else { return nil }
        return LayoutRow(words: fragments.flatMap(\.words), y: first.y, size: fragments.reduce(0) { max($0, $1.size) })
    }

    /// Whether these are columns of prose and not of a table: long lines on both sides, or lines that aren't aligned; the drawing order
    /// counts more than alignment. Also prose with line numbers in the margin.
    func isColumns(_ em: Double) -> Bool {
        guard left.count >= 3, right.count >= 3 else { return false }
        let fewer = min(left.count, right.count)
        let isDrawnApart = switches <= max(2, fewer / 4)
        if isDrawnApart, fewer >= 8 {
            if ColumnBand.areLineNumbers(nearest.left), ColumnBand.isProse(nearest.right, of: 30) { return true }
            if ColumnBand.areLineNumbers(nearest.right), ColumnBand.isProse(nearest.left, of: 30) { return true }
        }
        let aligned = Double(left.count + right.count - rows.count) / Double(fewer)
        if ColumnBand.isProse(nearest.left, of: 22), ColumnBand.isProse(nearest.right, of: 22) {
            return isDrawnApart || river.width >= 1.2 * em
        }
        guard ColumnBand.isProse(nearest.left, of: 8), ColumnBand.isProse(nearest.right, of: 8) else { return false }
        return aligned < (isDrawnApart ? 0.8 : 0.4)
    }

    /// Whether the lines have at least `length` characters and most follow closely.
    private static func isProse(_ lines: [LayoutRow], of length: Int) -> Bool {
        guard lines.map(\.length).sorted()[lines.count / 2] > length else { return false }
        return zip(lines, lines.dropFirst()).count { $0.y - $1.y < 1.9 * $0.size } * 2 >= lines.count - 1
    }

    /// Whether nearly every line has only a short number.
    private static func areLineNumbers(_ lines: [LayoutRow]) -> Bool {
        lines.count { $0.words.count == 1 && $0.length <= 5 && $0.words[0].text.utf8.first.map { $0 &- 0x30 < 10 } ?? false } * 10 >= lines
            .count * 9
    }
}
