import Markup

/// Splits rows into leaves: texts and attributes, each with its path, so that equal paths of all rows make a column.
struct RowLeaves {
    let tree: PageTree
    let bounds: DiscoveryBounds
    let steps: Steps
    private let marks: LastingClasses
    private let prose: ProsePaths
    private(set) var paths = LeafPaths()
    private(set) var columns: [Int: Column] = [:]
    private(set) var order: [Int] = []
    /// The elements at each path, by row, to find lists inside rows.
    private(set) var elements: [Int: [Int: Int]] = [:]
    private let rowCount: Int
    private var leafCount = 0

    /// - Parameter rows: The rows to split.
    init(_ list: RowList, rows: [Int], tree: PageTree, bounds: DiscoveryBounds, steps: Steps) {
        (self.tree, self.bounds, self.steps, rowCount) = (tree, bounds, steps, rows.count)
        let parts = rows.map { list.rows[$0] }
        marks = LastingClasses(parts, tree)
        prose = ProsePaths(parts, marks, tree)
        for (place, row) in rows.enumerated() {
            leafCount = 0
            if let group = list.groups.isEmpty ? nil : list.groups[row] { add(group, place) }
            for part in list.rows[row] {
                take(part.node, paths.number(-1, .root(part.root)), prose.root(part.root), row: place)
            }
        }
        for path in order {
            let steps = paths.steps(to: path)
            if case .root(let root)? = steps.first, let head = list.heads[root] ?? list.columnNames[Array(steps.prefix(2))] {
                columns[path]?.names.insert(head, at: 0)
            }
        }
    }

    /// The texts of the first row by their paths.
    var firstTexts: [[LeafPaths.Step]: String] {
        var texts: [[LeafPaths.Step]: String] = [:]
        for path in order {
            if let cell = columns[path]?.cells.first ?? nil, columns[path]?.attribute == nil, !cell.text.isEmpty {
                texts[paths.steps(to: path)] = cell.text
            }
        }
        return texts
    }

    private mutating func add(_ group: RowList.Group, _ row: Int) {
        let path = paths.number(-1, .group)
        put(path, Column.Cell(node: group.node, text: group.text), attribute: group.attribute, row: row)
    }

    private mutating func put(_ path: Int, _ cell: Column.Cell, attribute: String?, row: Int) {
        guard leafCount < bounds.leaves, cell.text.utf8.count <= bounds.text else { return steps.note(.leaves) }
        guard steps.take(4 + cell.text.utf8.count / 16) else { return }
        leafCount += 1
        if columns[path] == nil {
            var column = Column(cells: [Column.Cell?](repeating: nil, count: rowCount))
            (column.path, column.attribute, column.tag) = (path, attribute, tree.tag(cell.node))
            column.names = FieldNames.hints(of: cell.node, attribute: attribute, tree)
            for case .labelled(let label) in paths.steps(to: path) { column.names.insert(label, at: 0) }
            if case .text(let before)? = paths.steps(to: path).last { column.isBehind = before >= 0 }
            columns[path] = column
            order.append(path)
        }
        if let before = columns[path]?.cells[row] {
            if attribute == nil { columns[path]?.cells[row]?.text = before.text + " " + cell.text }
        } else {
            columns[path]?.cells[row] = cell
        }
    }

    private mutating func take(_ element: Int, _ path: Int, _ coarse: Int, row: Int) {
        elements[path, default: [:]][row] = element
        let children = tree.children(of: element)
        if isNote(element) { return }
        // A link's text comes before its address.
        let isLink = tree.tag(element) == "a"
        if !isLink { addAttributes(of: element, path, row) }
        if !children.isEmpty { takeChildren(of: element, children, path, coarse, row: row) }
        if isLink { addAttributes(of: element, path, row) }
    }

    private mutating func takeChildren(of element: Int, _ children: [Int], _ path: Int, _ coarse: Int, row: Int) {
        if prose.isWhole(coarse, element) || isSplitAmount(element, children) {
            return put(path, Column.Cell(node: element, text: tree.text(of: element)), attribute: nil, row: row)
        }
        let labels = Labels(tree).labels(of: children, in: element)
        let within = prose.paths(coarse, children)
        var (counts, before) = ([LeafPaths.Path: Int](), -1)
        for child in children {
            if labels.says.contains(child) { continue }
            if let label = labels.names[child] {
                takeLabelled(child, paths.number(path, .labelled(label)), within[child] ?? -2, row: row)
            } else if tree.nodes[child].isText {
                let isAlone = children.count == 1
                let own = isAlone ? path : paths.number(path, .text(after: before))
                put(own, Column.Cell(node: element, text: tree.texts[child].trimmed), attribute: nil, row: row)
            } else {
                let (tag, mark) = (tree.nodes[child].tag, marks.mark(of: child))
                let key = LeafPaths.Path(parent: tag, step: .element(tag: tag, mark: mark, ordinal: 0))
                counts[key, default: 0] += 1
                before = paths.number(path, .element(tag: tag, mark: mark, ordinal: counts[key] ?? 1))
                take(child, before, within[child] ?? -2, row: row)
            }
        }
    }

    private mutating func takeLabelled(_ child: Int, _ path: Int, _ coarse: Int, row: Int) {
        if tree.nodes[child].isText {
            put(
                path, Column.Cell(node: tree.nodes[child].parent, text: Labels.value(of: tree.texts[child].trimmed)), attribute: nil,
                row: row)
        } else {
            take(child, path, coarse, row: row)
        }
    }

    /// Whether it is a footnote mark: `[3]`.
    private func isNote(_ element: Int) -> Bool {
        guard tree.tag(element) == "sup", tree.nodes[element].length <= 6 else { return false }
        let text = tree.text(of: element)
        return text.hasPrefix("[") && text.hasSuffix("]")
    }

    /// `12,<sup>50</sup> €` is one amount; `Tower<sup>2</sup>` has a footnote.
    private func isSplitAmount(_ element: Int, _ children: [Int]) -> Bool {
        guard tree.nodes[element].length < 24 else { return false }
        return zip(children, children.dropFirst()).contains { before, small in
            guard ["sup", "sub"].contains(tree.tag(small)), let last = tree.text(of: before).last else { return false }
            return [",", ".", "'"].contains(last) && tree.text(of: small).first?.isNumber == true
        }
    }

    private mutating func addAttributes(of element: Int, _ path: Int, _ row: Int) {
        guard let source = tree.elements[element] else { return }
        let tag = tree.tag(element)
        for attribute in source.attributes where LeafAttributes.isRead(attribute.name, of: tag) {
            let value = attribute.value.squeezed
            guard LeafAttributes.isWorth(value, attribute.name) else { continue }
            put(
                paths.number(path, .attribute(attribute.name)), Column.Cell(node: element, text: value), attribute: attribute.name, row: row
            )
        }
    }
}
