/// Finds elements whose text has words in bold or links that differ in each row. Their whole text is read as one value.
struct ProsePaths {
    private let tree: PageTree
    private let marks: LastingClasses
    private var paths = LeafPaths()
    private var forms: [Int: [String: Int]] = [:]

    init(_ rows: [[RowList.Part]], _ marks: LastingClasses, _ tree: PageTree) {
        (self.tree, self.marks) = (tree, marks)
        for row in rows {
            for part in row { note(part.node, paths.number(-1, .root(part.root))) }
        }
    }

    private mutating func note(_ element: Int, _ path: Int) {
        let children = tree.children(of: element)
        forms[path, default: [:]][form(of: children), default: 0] += 1
        for (child, step) in steps(of: children) { note(child, paths.number(path, step)) }
    }

    func root(_ root: Int) -> Int { paths.known(-1, .root(root)) }

    /// The paths of those elements among children, in order.
    func paths(_ path: Int, _ children: [Int]) -> [Int: Int] {
        var known: [Int: Int] = [:]
        for (child, step) in steps(of: children) { known[child] = paths.known(path, step) }
        return known
    }

    private func steps(of children: [Int]) -> [(child: Int, step: LeafPaths.Step)] {
        var counts: [[Int]: Int] = [:]
        return children.compactMap { child in
            guard !tree.nodes[child].isText else { return nil }
            let (tag, mark) = (tree.nodes[child].tag, marks.mark(of: child))
            counts[[tag, mark], default: 0] += 1
            return (child, .element(tag: tag, mark: mark, ordinal: counts[[tag, mark]] ?? 1))
        }
    }

    private func form(of children: [Int]) -> String { children.map { tree.nodes[$0].isText ? "#" : tree.tag($0) }.joined(separator: " ") }

    /// Whether most rows have different elements in the text at this path, and this row has text beside inline elements.
    func isWhole(_ path: Int, _ element: Int) -> Bool {
        let children = tree.children(of: element)
        guard children.count > 1, children.contains(where: { tree.nodes[$0].isText }), let forms = forms[path], forms.count > 1 else {
            return false
        }
        guard
            children.allSatisfy({
                tree.nodes[$0].isText || (PageTree.inline.contains(tree.tag($0)) && tree.tag($0) != "img") || tree.tag($0) == "br"
            })
        else { return false }
        let (all, maximum) = (forms.values.reduce(0, +), forms.values.max() ?? 0)
        return Double(maximum) < 0.6 * Double(all) && tree.nodes[element].length > 20
    }
}
