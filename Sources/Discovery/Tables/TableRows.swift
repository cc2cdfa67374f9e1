/// Finds the rows of data tables: headings of columns and groups, lines that belong together, transposed tables.
struct TableRows {
    let tree: PageTree
    let shapes: Shapes
    let bounds: DiscoveryBounds
    let steps: Steps
    /// The texts of cells, computed once: a cell may be at several positions of a grid.
    private let said: CellTexts

    init(tree: PageTree, shapes: Shapes, bounds: DiscoveryBounds, steps: Steps) {
        (self.tree, self.shapes, self.bounds, self.steps, said) = (tree, shapes, bounds, steps, CellTexts(tree, steps))
    }

    func lists() -> [RowList] {
        var cellsLeft = bounds.cells
        return tree.nodes.indices.flatMap { place -> [RowList] in
            guard tree.tag(place) == "table", let grid = TableGrid(place, tree, bounds, cellsLeft: &cellsLeft, steps) else { return [] }
            return lists(of: grid)
        }
    }

    private func lists(of grid: TableGrid) -> [RowList] {
        let heads = headCount(grid)
        var lists: [RowList] = []
        if let turned = turned(grid, heads) { lists.append(turned) }
        if heads == 0, let pairs = linesInTurn(grid) { lists.append(pairs) }
        lists.append(upright(grid, heads))
        return lists.filter { !$0.rows.isEmpty }
    }

    /// The number of leading heading lines: only `th` and empty cells, or any cells in a `thead`.
    private func headCount(_ grid: TableGrid) -> Int {
        var count = 0
        for (line, row) in zip(grid.lines, grid.cells) {
            let isHead = row.allSatisfy { tree.tag($0) == "th" || tree.nodes[$0].length == 0 } && row.contains { tree.nodes[$0].length > 0 }
            guard isHead || tree.tag(tree.nodes[line].parent) == "thead", Set(row).count > 1, count < grid.lines.count - 2 else { break }
            count += 1
        }
        return count == 0 && isHead(grid) ? 1 : count
    }

    /// Whether the first line is an unmarked heading: only words, above columns of numbers.
    private func isHead(_ grid: TableGrid) -> Bool {
        guard let first = grid.cells.first, first.count > 1, Set(first).count == first.count, grid.cells.count > 3 else { return false }
        let texts = first.map { said.text(of: $0) }
        guard texts.allSatisfy({ !$0.isEmpty && $0.count <= 40 && !$0.contains(where: \.isNumber) }) else { return false }
        let body = grid.cells.dropFirst()
        return first.indices.contains { column in
            let numbers = body.count { row in column < row.count && said.hasNumber(row[column]) }
            return numbers * 10 >= body.count * 8
        }
    }

    /// The names of columns. Several heading lines are joined: "Price Monday".
    private func names(_ grid: TableGrid, _ heads: Int) -> [Int: String] {
        var names: [Int: String] = [:]
        for column in 0..<grid.width {
            var (parts, seen) = ([String](), Set<Int>())
            for row in grid.cells.prefix(heads) where column < row.count && seen.insert(row[column]).inserted {
                let text = headText(row[column])
                if !text.isEmpty, !parts.contains(text) { parts.append(text) }
            }
            if !parts.isEmpty { names[column] = parts.joined(separator: " ") }
        }
        return names
    }

    /// The long form of an abbreviation, if the page has it.
    private func headText(_ cell: Int) -> String {
        let full = tree.inside(cell).first { tree.tag($0) == "abbr" && tree.attribute("title", of: $0)?.isEmpty == false }
        return full.flatMap { tree.attribute("title", of: $0)?.squeezed } ?? said.text(of: cell)
    }

    private func upright(_ grid: TableGrid, _ heads: Int) -> RowList {
        var list = RowList(.table, rows: [], in: grid.table)
        list.heads = names(grid, heads)
        var group: RowList.Group?
        let headTexts = heads > 0 ? grid.cells[heads - 1].map { said.text(of: $0) } : []
        for (line, row) in zip(grid.lines, grid.cells).dropFirst(heads) {
            guard tree.tag(tree.nodes[line].parent) != "tfoot", !row.isEmpty else { continue }
            if Set(row).count == 1 {
                let text = said.text(of: row[0])
                // A line with a single cell is a heading, or ignored.
                if !text.isEmpty, text.count < 80 { group = RowList.Group(node: row[0], text: text) }
                continue
            }
            if heads > 0, row.count == headTexts.count, zip(row, headTexts).allSatisfy({ said.text(of: $0) == $1 }) { continue }
            list.rows.append(parts(row))
            list.groups.append(group)
        }
        if list.groups.allSatisfy({ $0 == nil }) || Set(list.groups.compactMap { $0?.text }).count < 2 { list.groups = [] }
        dropSums(&list)
        return list
    }

    /// A last line with columns spanned as in no other line is a total.
    private func dropSums(_ list: inout RowList) {
        guard list.rows.count > 3, let last = list.rows.last, last.count < list.rows[0].count,
            list.rows.dropLast().allSatisfy({ $0.count > last.count })
        else { return }
        list.rows.removeLast()
        if !list.groups.isEmpty { list.groups.removeLast() }
    }

    /// A cell that spans columns counts once.
    private func parts(_ row: [Int]) -> [RowList.Part] {
        row.enumerated().compactMap { column, cell in
            cell < 0 || (column > 0 && row[column - 1] == cell) ? nil : RowList.Part(root: column, node: cell)
        }
    }

    /// A table whose first column has headings and whose lines each have one type: its columns are the rows.
    private func turned(_ grid: TableGrid, _ heads: Int) -> RowList? {
        let body = grid.cells.dropFirst(heads)
        guard heads <= 1, (1...12).contains(body.count), grid.width > 3,
            body.allSatisfy({ $0.count == grid.width && tree.tag($0[0]) == "th" })
        else { return nil }
        func kinds(_ cells: some Sequence<Int>) -> Int { Set(cells.map { TextForm.form(of: said.text(of: $0)) }).count }
        let along = body.count { kinds($0.dropFirst()) == 1 }
        let down = (1..<grid.width).count { column in kinds(body.map { $0[column] }) == 1 }
        guard Double(along) >= 0.7 * Double(body.count), body.count == 1 || down * 2 < grid.width - 1 else { return nil }
        var list = RowList(.turned, rows: [], in: grid.table)
        for (place, row) in body.enumerated() { list.heads[place + 1] = said.text(of: row[0]) }
        for column in 1..<grid.width {
            let head = heads == 1 ? [RowList.Part(root: 0, node: grid.cells[0][column])] : []
            list.rows.append(head + body.enumerated().map { RowList.Part(root: $0.offset + 1, node: $0.element[column]) })
        }
        return list
    }

    /// Rows of two to four lines each, recognised by the number and shape of their cells.
    private func linesInTurn(_ grid: TableGrid) -> RowList? {
        let lines = grid.lines
        let counts = lines.map { tree.childElements(of: $0).count }
        let forms = lines.map { shapes.shape(of: $0) }
        // The share of lines that resemble the corresponding line of the first period.
        func fitting(_ period: Int) -> Double {
            let like = lines.indices.count { counts[$0] == counts[$0 % period] && forms[$0].likeness(to: forms[$0 % period]) >= 0.75 }
            return Double(like) / Double(lines.count)
        }
        guard fitting(1) < 0.7, let period = (2...4).first(where: { lines.count >= 3 * $0 && fitting($0) >= 0.85 }) else { return nil }
        let rows = stride(from: 0, through: lines.count - period, by: period).map { start in
            lines[start..<start + period].enumerated().map { RowList.Part(root: $0.offset, node: $0.element) }
        }
        return RowList(.turn, rows: rows, in: grid.table)
    }
}

/// The texts of cells, computed on first use.
private final class CellTexts {
    private let tree: PageTree
    private let steps: Steps
    private var known: [Int: String] = [:]
    private var numbers: [Int: Bool] = [:]

    init(_ tree: PageTree, _ steps: Steps) { (self.tree, self.steps) = (tree, steps) }

    /// Empty once the steps are used up.
    func text(of cell: Int) -> String {
        if let text = known[cell] { return text }
        let text = steps.take(2 + tree.nodes[cell].length / 8) ? tree.text(of: cell) : ""
        known[cell] = text
        return text
    }

    func hasNumber(_ cell: Int) -> Bool {
        if let known = numbers[cell] { return known }
        let found = text(of: cell).contains(where: \.isNumber)
        numbers[cell] = found
        return found
    }
}
