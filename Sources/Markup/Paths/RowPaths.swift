/// The values of several paths in one row after the other, each row a document of its own. What they may take is bounded for a row and
/// for all rows together.
public final class RowPaths {
    private let paths: [XPath]
    private var budget: PathBudget

    /// Paths in the order in which their values are wanted.
    public init(_ paths: [XPath], limits: MarkupLimits = MarkupLimits()) {
        self.paths = paths
        budget = PathBudget(limits)
    }

    /// A text for each path, in their order, as XPath's `string()` makes it; nil where a path leads to no node.
    public func texts(in row: Element) throws(MarkupError) -> [String?] {
        let tree = begin(row)
        var texts: [String?] = []
        texts.reserveCapacity(paths.count)
        for path in paths { texts.append(try tree.text(path, at: row.index, &budget)) }
        return texts
    }

    /// For those paths, by their places, the texts of all nodes that they lead to, in the document's order.
    public func allTexts(in row: Element, of places: [Int]) throws(MarkupError) -> [[String]] {
        let tree = begin(row)
        var texts: [[String]] = []
        for place in places { texts.append(try tree.texts(paths[place], at: row.index, &budget)) }
        return texts
    }

    private func begin(_ row: Element) -> PathTree {
        let size = row.storage.nodes.count + row.storage.bytes.count / 16
        budget.grow(by: paths.count * size)
        return PathTree(row)
    }
}
