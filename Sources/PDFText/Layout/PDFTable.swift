/// The rows and columns of a page, by word positions. Columns are the strips between given edges, or between the vertical white space of a
/// table; in the latter case each table of the page has its own columns, and text around them becomes rows of one cell. A line whose key
/// column is empty continues the cells of the row above, or of the row below if that is nearer, so a wrapped cell stays one cell. For a
/// table across pages, pass each page's table to the next: a column then stays a column even if a page leaves it empty, and a single last
/// row still belongs to the table.
///
///     let table = PDFTable(PDFPageLayout(page), columns: [50, 160, 320])
///     for row in table.rows { print(row.cells) }
///     let next = PDFTable(PDFPageLayout(nextPage), continuing: table)
///
/// If the page's rules are known (`PDFTextStream(includesRules: true)`), no row crosses a rule, and lines between two rules are one row if
/// most rows of the table are divided that way. Only text in the page's main direction is used.
public struct PDFTable: Sendable, Hashable {
    /// A row with its position.
    public struct Row: Sendable, Hashable {
        /// The text of each cell, possibly empty; one per column of its table.
        public let cells: [String]
        /// The box around the row's words, including wrapped lines.
        public let box: PDFBox
    }

    /// How lines are grouped into rows.
    public struct Options: Sendable, Hashable {
        /// The column that is filled in the first line of every row: a line without text in it continues a row. nil: each line is a row.
        public var keyColumn: Int? = 0
        /// The maximum line spacing inside a cell, in em.
        public var widestLeading = 1.8
        /// The defaults.
        public init() {}
    }

    /// Left edges of the columns, ascending, in user space (on a rotated page: as if it were upright). If they are detected, those of the
    /// table with the most rows.
    public let columns: [Double]
    /// The rows from top to bottom.
    public private(set) var rows: [Row]
    /// The centres of the white space between the columns of the page's last table; empty if the edges are given.
    private let separators: [Double]

    /// The table of a page. `columns` are left edges; a word belongs to the column that contains its centre, and words left of the first
    /// edge to the first column. nil detects columns by white space.
    public init(_ layout: PDFPageLayout, columns edges: [Double]? = nil, options: Options = Options()) {
        self.init(layout, columns: edges, before: [], options)
    }

    /// The table of a page that may continue a table of the previous page; lines that fit its columns use them.
    public init(_ layout: PDFPageLayout, continuing before: PDFTable, options: Options = Options()) {
        self.init(layout, columns: nil, before: before.separators, options)
    }

    /// The columns without the rows: all that the table of the next page needs.
    public var withoutRows: PDFTable {
        var table = self
        table.rows = []
        return table
    }

    private init(_ layout: PDFPageLayout, columns edges: [Double]?, before: [Double], _ options: Options) {
        let lines = layout.rows.first ?? []
        let grid = TableGrid(layout)
        if let edges = edges.map({ $0.filter(\.isFinite).sorted() }) {
            columns = edges
            let cells = lines.map { PDFTable.cells($0, edges) }
            rows = PDFTable.rows(lines, cells, grid, options)
            separators = []
        } else {
            let regions = TableRegion.continued(TableRegion.all(in: lines), lines, with: before)
            (columns, rows) = PDFTable.found(lines, regions, grid, options)
            separators = regions.last?.separators ?? before
        }
    }

    /// Detects the tables of a page by white space, and the text between them.
    private static func found(
        _ lines: [LayoutRow], _ regions: [TableRegion], _ grid: TableGrid, _ options: Options
    ) -> ([Double], [Row]) {
        var columns: [Double] = []
        var maximum = 0
        var rows: [Row] = []
        var next = 0
        func addText(upTo end: Int) {
            for line in lines[next..<end] {
                // A single row: placed in the columns of a table of the page if it fits.
                let table = regions.min { distance(next, $0.lines) < distance(next, $1.lines) }
                let cells = table.flatMap { $0.fits(line) ? PDFTable.cells(line, $0) : nil } ?? [LayoutRow.text(of: line.words)]
                rows.append(Row(cells: cells, box: box(of: [line])))
                next += 1
            }
        }
        for region in regions {
            addText(upTo: region.lines.lowerBound)
            let own = Array(lines[region.lines])
            let table = PDFTable.rows(own, own.map { PDFTable.cells($0, region) }, grid, options)
            rows += table
            if table.count > maximum { (columns, maximum) = (edges(own, region), table.count) }
            next = region.lines.upperBound
        }
        addText(upTo: lines.count)
        return (regions.isEmpty ? lines.map(\.x).min().map { [$0] } ?? [] : columns, rows)
    }

    private static func distance(_ line: Int, _ lines: Range<Int>) -> Int { max(lines.lowerBound - line, line - lines.upperBound, 0) }

    private static func rows(_ lines: [LayoutRow], _ cells: [[String]], _ grid: TableGrid, _ options: Options) -> [Row] {
        let key = options.keyColumn
        let filled = cells.map { cells in
            (key: key.map { cells.indices.contains($0) && !cells[$0].isEmpty } ?? true, count: cells.count { !$0.isEmpty })
        }
        let groups =
            key == nil
            ? lines.indices.map { $0..<$0 + 1 }
            : TableRows(lines: lines, filled: filled, grid: grid, widestLeading: options.widestLeading).groups
        return groups.map { group in
            let joined = cells[group].dropFirst().reduce(cells[group.lowerBound]) { row, more in
                zip(row, more).map { PDFTable.joined($0, $1) }
            }
            return Row(cells: joined, box: box(of: lines[group]))
        }
    }

    private static func box(of lines: some Sequence<LayoutRow>) -> PDFBox {
        let boxes = lines.map { $0.line(isLogical: true, paragraph: 0).box }
        return boxes.dropFirst().reduce(boxes.first ?? PDFBox()) { $0.union($1) }
    }

    private static func joined(_ cell: String, _ more: String) -> String {
        if more.isEmpty { return cell }
        if cell.isEmpty { return more }
        var result = cell
        Hyphens.append(more, to: &result)
        return result
    }

    private static func cells(_ line: LayoutRow, _ columns: [Double]) -> [String] {
        guard !columns.isEmpty else { return [LayoutRow.text(of: line.words)] }
        return cells(line, count: columns.count) { middle in max(columns.lastIndex { $0 <= middle } ?? 0, 0) }
    }

    private static func cells(_ line: LayoutRow, _ region: TableRegion) -> [String] {
        cells(line, count: region.separators.count + 1, region.column)
    }

    /// Each word goes in the column that contains its centre.
    private static func cells(_ line: LayoutRow, count: Int, _ column: (Double) -> Int) -> [String] {
        var groups = [[LayoutPieces.Piece]](repeating: [], count: count)
        for word in line.words { groups[column((word.placement.x + word.placement.endX) / 2)].append(word) }
        return groups.map { $0.map(\.text).joined(separator: " ") }
    }

    /// A column's edge is the start of its leftmost text.
    private static func edges(_ lines: [LayoutRow], _ region: TableRegion) -> [Double] {
        var result = [Double](repeating: .infinity, count: region.separators.count + 1)
        for word in lines.lazy.flatMap(\.words) {
            let column = region.column((word.placement.x + word.placement.endX) / 2)
            result[column] = min(result[column], word.placement.x)
        }
        return result.filter(\.isFinite)
    }
}
