/// Merges lists inside rows, such as tags: elements of one kind that rows have in different numbers become one field.
struct InnerLists {
    let tree: PageTree

    /// The columns of the leaves, with each inner list's columns merged into one.
    func folded(_ leaves: RowLeaves, rowCount: Int) -> [Column] {
        var groups: [LeafPaths.Path: [Int]] = [:]
        for path in leaves.elements.keys.sorted() {
            guard case .element(let tag, let mark, _) = leaves.paths.all[path].step else { continue }
            let key = LeafPaths.Path(parent: leaves.paths.all[path].parent, step: .element(tag: tag, mark: mark, ordinal: 0))
            groups[key, default: []].append(path)
        }
        var (lists, gone) = ([Int: Column](), Set<Int>())
        for (key, paths) in groups.sorted(by: { $0.value[0] < $1.value[0] }) where paths.count > 1 {
            guard let column = list(key, paths, leaves, rowCount), listPath(above: key.parent, gone, leaves.paths) == nil else { continue }
            gone.formUnion(paths)
            for path in paths { lists[path] = column }
        }
        var (columns, placed) = ([Column](), Set<Int>())
        for path in leaves.order {
            if let around = listPath(above: path, gone, leaves.paths) {
                if let list = lists[around], placed.insert(list.path).inserted { columns.append(list) }
            } else if let column = leaves.columns[path] {
                columns.append(column)
            }
        }
        return columns
    }

    /// The path itself, or its nearest ancestor that is an element of an inner list.
    private func listPath(above path: Int, _ gone: Set<Int>, _ paths: LeafPaths) -> Int? {
        var at = path
        while at >= 0 {
            if gone.contains(at) { return at }
            at = paths.all[at].parent
        }
        return nil
    }

    private func list(_ key: LeafPaths.Path, _ paths: [Int], _ leaves: RowLeaves, _ rowCount: Int) -> Column? {
        guard case .element(let tag, let mark, _) = key.step else { return nil }
        var counts = [Int](repeating: 0, count: rowCount)
        for path in paths { for row in leaves.elements[path, default: [:]].keys { counts[row] += 1 } }
        let (maximum, having) = (counts.max() ?? 0, counts.count { $0 > 0 })
        guard Set(counts).count > 1, maximum >= 2, Double(having) >= 0.6 * Double(rowCount) else { return nil }
        let isItem = tree.tags[tag] == "li"
        guard isItem || (mark > 0 && maximum >= 3 && ["a", "span", "b", "i", "em", "small"].contains(tree.tags[tag])) else { return nil }
        var column = Column(cells: [Column.Cell?](repeating: nil, count: rowCount))
        (column.path, column.tag) = (paths[0], tree.tags[tag])
        for row in 0..<rowCount {
            let elements = paths.compactMap { leaves.elements[$0]?[row] }
            let texts = elements.map { tree.text(of: $0) }.filter { !$0.isEmpty }
            if let first = elements.first, !texts.isEmpty {
                column.cells[row] = Column.Cell(node: first, text: texts.joined(separator: ", "), texts: texts)
            }
        }
        if let element = column.filled.first?.node {
            column.names =
                FieldNames.hints(of: tree.nodes[element].parent, attribute: nil, tree) + FieldNames.hints(of: element, attribute: nil, tree)
        }
        return column
    }
}
