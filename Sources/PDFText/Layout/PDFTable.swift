/// Rows and columns of a page, from where its words stand. Columns are the strips between given edges, or between the
/// whitespace that runs down the table. A row whose key column is empty goes on with the cells of the row above, so that a
/// wrapped cell stays one cell. One page at a time: a table that goes on over pages is read page by page with the same edges.
///
///     let table = PDFTable(PDFPageLayout(page), columns: [50, 160, 320])
///     for row in table.rows { print(row.cells) }
///
/// Where the page's rules are known (`PDFTextStream(includesRules: true)`), columns and rows are what lies between them. Only text that
/// runs in the page's main direction is looked at.
public struct PDFTable: Sendable, Hashable {
    /// A row and where it stands.
    public struct Row: Sendable, Hashable {
        /// The text of each cell, empty where there is none; as many as the table has columns.
        public let cells: [String]
        /// The box around the row's words, those of its wrapped lines too.
        public let box: PDFBox
    }

    /// How rows that belong together are told.
    public struct Options: Sendable, Hashable {
        /// The column that every row begins with: a line without text in it goes on with the row above. nil: each line is a row.
        public var keyColumn: Int? = 0
        /// The widest leading inside a cell, in em.
        public var widestLeading = 1.8
        /// The narrowest whitespace between columns that are found, in em.
        public var narrowestGap = 0.7
        /// The defaults.
        public init() {}
    }

    /// Left edges of the columns, ascending, in user space (on a turned page: as if it were upright).
    public let columns: [Double]
    /// The rows from top to bottom.
    public let rows: [Row]

    /// The table of a page. `columns`: left edges; a word belongs to the column in which its middle lies, and what stands left of
    /// the first edge to the first column. nil: found by whitespace, in the lines that have more than one cell.
    public init(_ layout: PDFPageLayout, columns edges: [Double]? = nil, options: Options = Options()) {
        let lines = layout.rows.first ?? []
        let grid = TableGrid(layout)
        let columns = edges.map { $0.filter(\.isFinite).sorted() } ?? grid.columns ?? PDFTable.edges(lines, options)
        self.columns = columns
        var rows: [Row] = []
        var above: LayoutRow?
        for line in lines {
            let cells = PDFTable.cells(line, columns)
            let box = line.line(isLogical: true, paragraph: 0).box
            let leading = (above?.y ?? 0) - line.y
            let isInSameCell = above.flatMap { grid.isSameRow($0, line) }
            let key = options.keyColumn.flatMap { cells.indices.contains($0) ? cells[$0] : nil }
            let goesOn =
                if let isInSameCell { isInSameCell } else {
                    key?.isEmpty == true && leading <= options.widestLeading * line.size
                        && (rows.last?.cells.first?.isEmpty == false || options.keyColumn != 0)
                }
            if let last = rows.last, above != nil, goesOn {
                let joined = zip(last.cells, cells).map { PDFTable.joined($0, $1) }
                rows[rows.count - 1] = Row(cells: joined, box: last.box.union(box))
            } else {
                rows.append(Row(cells: cells, box: box))
            }
            above = line
        }
        self.rows = rows
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
        var groups = [[LayoutPieces.Piece]](repeating: [], count: columns.count)
        for word in line.words {
            let middle = (word.placement.x + word.placement.endX) / 2
            groups[max(columns.lastIndex { $0 <= middle } ?? 0, 0)].append(word)
        }
        return groups.map { $0.map(\.text).joined(separator: " ") }
    }

    /// Left edges by whitespace: strips that no line with several cells covers, but for one in twenty (heads that span columns).
    private static func edges(_ lines: [LayoutRow], _ options: Options) -> [Double] {
        let rows = lines.map { $0.fragments(gap: options.narrowestGap) }.filter { $0.count > 1 }
        guard let first = rows.first, let em = first.first?.size, rows.count > 1 else { return lines.map(\.x).min().map { [$0] } ?? [] }
        var marks: [(x: Double, change: Int)] = []
        for fragment in rows.joined() {
            marks.append((fragment.x, 1))
            marks.append((max(fragment.endX, fragment.x), -1))
        }
        marks.sort { ($0.x, -$0.change) < ($1.x, -$1.change) }
        let most = rows.count / 20
        var cover = 0
        var edges: [Double] = []
        var openSince = -Double.infinity
        for mark in marks {
            let before = cover
            cover += mark.change
            if before <= most, cover > most {
                if mark.x - openSince >= em * options.narrowestGap { edges.append(mark.x) }
            } else if before > most, cover <= most {
                openSince = mark.x
            }
        }
        // An edge is where the leftmost text of its column begins.
        return edges
    }
}
