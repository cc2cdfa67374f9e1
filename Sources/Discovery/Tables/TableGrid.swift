/// A table's cells by the rows and columns that they cover (HTML, "Forming a table").
struct TableGrid {
    let table: Int
    /// The `tr` elements.
    var lines: [Int] = []
    /// The cell at each position; a spanning cell is at several. -1 for none.
    var cells: [[Int]] = []
    var width = 0

    /// nil if it isn't a data table: fewer than three lines, a single column, or tables inside cells.
    init?(_ table: Int, _ tree: PageTree, _ bounds: DiscoveryBounds, cellsLeft: inout Int, _ steps: Steps) {
        self.table = table
        guard let lines = Self.lines(of: table, tree), lines.count >= 3 else { return nil }
        var spans: [Int: (cell: Int, rows: Int)] = [:]
        for line in lines {
            guard cellsLeft > 0 else {
                steps.note(.cells)
                break
            }
            let row = Self.row(line, &spans, tree, bounds)
            cellsLeft -= row.count
            guard steps.take(row.count) else { break }
            self.lines.append(line)
            cells.append(row)
            width = max(width, row.count)
        }
        guard width > 1, self.lines.count >= 3 else { return nil }
    }

    /// The lines of the table itself; nil if it contains another table.
    private static func lines(of table: Int, _ tree: PageTree) -> [Int]? {
        var lines: [Int] = []
        for place in tree.inside(table) where !tree.nodes[place].isText {
            let tag = tree.tag(place)
            if tag == "table" { return nil }
            if tag == "tr" { lines.append(place) }
        }
        return lines
    }

    /// - Parameter spans: Cells from the lines above, by column, and how many more lines they cover.
    private static func row(_ line: Int, _ spans: inout [Int: (cell: Int, rows: Int)], _ tree: PageTree, _ bounds: DiscoveryBounds) -> [Int]
    {
        var row: [Int] = []
        func pass() {
            while let (cell, rows) = spans[row.count] {
                spans[row.count] = rows > 1 ? (cell, rows - 1) : nil
                row.append(cell)
            }
        }
        for cell in tree.childElements(of: line) where ["td", "th"].contains(tree.tag(cell)) {
            pass()
            let (width, height) = (span("colspan", cell, tree, bounds), span("rowspan", cell, tree, bounds))
            for _ in 0..<min(width, bounds.span - row.count) {
                if height > 1 { spans[row.count] = (cell, height - 1) }
                row.append(cell)
            }
            if row.count >= bounds.span { break }
        }
        pass()
        return row
    }

    /// An invalid number counts as 1.
    private static func span(_ name: String, _ cell: Int, _ tree: PageTree, _ bounds: DiscoveryBounds) -> Int {
        min(max(1, tree.attribute(name, of: cell).flatMap { Int($0) } ?? 1), bounds.span)
    }
}
