/// Divides rows of one direction into regions in reading order. Columns are found by the rivers of white space between them (`River`):
/// prose on both sides, or sides drawn one after the other. A line across a river ends it; beside the river the left side is read before
/// the right. Sides with short, aligned cells are a table and are read row by row.
enum ReadingOrder {
    /// The regions in order, each with its rows from top to bottom.
    static func regions(of rows: [LayoutRow]) -> [[LayoutRow]] {
        var result: [[LayoutRow]] = []
        for group in ContentBlocks.groups(of: rows) ?? [rows] { divide(group, depth: 0, &result) }
        return result
    }

    /// In em.
    private static let fragmentGap = 0.7
    private static let attemptLimit = 16

    private static func divide(_ rows: [LayoutRow], depth: Int, _ result: inout [[LayoutRow]]) {
        guard rows.count >= 4, depth < 8 else { return add(rows, &result) }
        let split = rows.map { $0.fragments(gap: fragmentGap, ofSmaller: true) }
        let sizes = rows.map(\.size).sorted()
        let bands = bands(split, em: sizes[sizes.count / 2])
        guard !bands.isEmpty else { return add(rows, &result) }
        var next = 0
        for band in bands {
            if band.rows.lowerBound > next { divide(Array(rows[next..<band.rows.lowerBound]), depth: depth + 1, &result) }
            let sides = band.isRightFirst ? [band.right, band.left] : [band.left, band.right]
            for side in sides { divide(side, depth: depth + 1, &result) }
            next = band.rows.upperBound
        }
        if next < rows.count { divide(Array(rows[next...]), depth: depth + 1, &result) }
    }

    /// The bands of rows that rivers divide into columns, from top to bottom; the largest rivers are used first.
    private static func bands(_ rows: [[LayoutRow]], em: Double) -> [ColumnBand] {
        let rivers = River.all(in: rows, em: em).map { ($0, Double($0.crossings) * min($0.width / em, 3)) }.sorted { $0.1 > $1.1 }
        var bands: [ColumnBand] = []
        for (river, _) in rivers.prefix(attemptLimit) where !isTable(river, rows) {
            let band = ColumnBand(river, in: rows)
            if band.isColumns(em), !bands.contains(where: { $0.rows.overlaps(band.rows) }) { bands.append(band) }
        }
        return bands.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    }

    /// Whether nearly every row has text on both sides and short text next to the river. Checked first, because lists are long.
    private static func isTable(_ river: River, _ rows: [[LayoutRow]]) -> Bool {
        let beside = rows[river.first...river.last]
        guard river.crossings * 5 >= beside.count * 4 else { return false }
        let long = beside.count { row in row.contains { $0.length > 22 } }
        return long * 2 < beside.count
    }

    private static func add(_ rows: [LayoutRow], _ result: inout [[LayoutRow]]) {
        if !rows.isEmpty { result.append(rows) }
    }

    /// Whether a wider gap, another size, or an indent precedes the row.
    static func beginsParagraph(_ row: LayoutRow, after previous: LayoutRow, in region: [LayoutRow]) -> Bool {
        let gap = previous.y - row.y
        let em = max(row.size, previous.size)
        if gap > em * 1.9 || gap < 0 { return true }
        if min(row.size, previous.size) < em * 0.85 { return true }
        let indent = row.x - previous.x
        return indent > em * 0.9 && indent < em * 5 && !isListMark(previous.words.first?.text ?? "")
    }

    /// A bullet, or a number with a point or bracket, whose entry has a hanging indent.
    private static func isListMark(_ word: String) -> Bool {
        if word.count == 1, let scalar = word.unicodeScalars.first { return !scalar.properties.isAlphabetic }
        return word.utf8.count <= 5 && (word.hasSuffix(".") || word.hasSuffix(")"))
    }
}
