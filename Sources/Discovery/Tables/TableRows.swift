/// The rows of data tables: heads, headings of groups, lines that belong together, tables turned on their side.
struct TableRows {
    let tree: PageTree
    let shapes: Shapes
    let bounds: DiscoveryBounds
    let steps: Steps

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

    /// Leading lines of heads: `th` and empty cells only, or whatever stands in a `thead`.
    private func headCount(_ grid: TableGrid) -> Int {
        var count = 0
        for (line, row) in zip(grid.lines, grid.cells) {
            let isHead = row.allSatisfy { tree.tag($0) == "th" || tree.nodes[$0].length == 0 } && row.contains { tree.nodes[$0].length > 0 }
            guard isHead || tree.tag(tree.nodes[line].parent) == "thead", Set(row).count > 1, count < grid.lines.count - 2 else { break }
            count += 1
        }
        return count == 0 && isHead(grid) ? 1 : count
    }

    /// Whether the first line is heads that nothing marks: words only, above columns of numbers.
    private func isHead(_ grid: TableGrid) -> Bool {
        guard let first = grid.cells.first, first.count > 1, Set(first).count == first.count, grid.cells.count > 3 else { return false }
        let texts = first.map { tree.text(of: $0) }
        guard texts.allSatisfy({ !$0.isEmpty && $0.count <= 40 && !$0.contains(where: \.isNumber) }) else { return false }
        let body = grid.cells.dropFirst()
        return first.indices.contains { column in
            let numbers = body.count { row in column < row.count && tree.text(of: row[column]).contains(where: \.isNumber) }
            return numbers * 10 >= body.count * 8
        }
    }

    /// Names of columns; several lines of heads are joined: "Price Monday".
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

    /// The long form of an abbreviation, where the page gives it.
    private func headText(_ cell: Int) -> String {
        let full = tree.inside(cell).first { tree.tag($0) == "abbr" && tree.attribute("title", of: $0)?.isEmpty == false }
        return full.flatMap { tree.attribute("title", of: $0)?.squeezed } ?? tree.text(of: cell)
    }

    private func upright(_ grid: TableGrid, _ heads: Int) -> RowList {
        var list = RowList(.table, rows: [], in: grid.table)
        list.heads = names(grid, heads)
        var group: RowList.Group?
        let headTexts = heads > 0 ? grid.cells[heads - 1].map { tree.text(of: $0) } : []
        for (line, row) in zip(grid.lines, grid.cells).dropFirst(heads) {
            guard tree.tag(tree.nodes[line].parent) != "tfoot", !row.isEmpty else { continue }
            if Set(row).count == 1 {
                let text = tree.text(of: row[0])
                // A line of one cell is a heading, or nothing.
                if !text.isEmpty, text.count < 80 { group = RowList.Group(node: row[0], text: text) }
                continue
            }
            if heads > 0, row.map({ tree.text(of: $0) }) == headTexts { continue }
            list.rows.append(parts(row))
            list.groups.append(group)
        }
        if list.groups.allSatisfy({ $0 == nil }) || Set(list.groups.compactMap { $0?.text }).count < 2 { list.groups = [] }
        dropSums(&list)
        return list
    }

    /// A last line that spans columns which no other line spans is a sum.
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

    /// A table whose first column is heads, and whose lines hold one kind each: its columns are rows.
    private func turned(_ grid: TableGrid, _ heads: Int) -> RowList? {
        let body = grid.cells.dropFirst(heads)
        guard heads <= 1, (1...12).contains(body.count), grid.width > 3,
            body.allSatisfy({ $0.count == grid.width && tree.tag($0[0]) == "th" })
        else { return nil }
        func kinds(_ cells: some Sequence<Int>) -> Int { Set(cells.map { TextForm.form(of: tree.text(of: $0)) }).count }
        let along = body.count { kinds($0.dropFirst()) == 1 }
        let down = (1..<grid.width).count { column in kinds(body.map { $0[column] }) == 1 }
        guard Double(along) >= 0.7 * Double(body.count), body.count == 1 || down * 2 < grid.width - 1 else { return nil }
        var list = RowList(.turned, rows: [], in: grid.table)
        for (place, row) in body.enumerated() { list.heads[place + 1] = tree.text(of: row[0]) }
        for column in 1..<grid.width {
            let head = heads == 1 ? [RowList.Part(root: 0, node: grid.cells[0][column])] : []
            list.rows.append(head + body.enumerated().map { RowList.Part(root: $0.offset + 1, node: $0.element[column]) })
        }
        return list
    }

    /// Rows of two to four lines each, told by the number and shape of their cells.
    private func linesInTurn(_ grid: TableGrid) -> RowList? {
        let lines = grid.lines
        let counts = lines.map { tree.childElements(of: $0).count }
        let forms = lines.map { shapes.shape(of: $0) }
        // The share of lines that are like the one at their place of the first turn.
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
