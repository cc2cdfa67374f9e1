/// Evaluates several paths in each of a sequence of rows, each row as its own document. The work is bounded per row and for all rows
/// together.
public final class RowPaths {
    private let paths: [XPath]
    private var budget: PathBudget
    private var cells: RowCells

    /// Paths in the order of the resulting values.
    public init(_ paths: [XPath], limits: MarkupLimits = MarkupLimits()) {
        self.paths = paths
        budget = PathBudget(limits)
        cells = RowCells(paths)
    }

    /// Finds the cells of a row in one pass: see `withCell`. All rows must be of one document.
    package func findCells(in row: Element) { cells.find(in: row) }

    /// Calls `read` with the UTF-8 of the result of `text(of:in:)`, if that is a single text of the first child element with a given name,
    /// as in most tables. Otherwise returns false. `findCells` must have been called for the row.
    package func withCell(of place: Int, in row: Element, _ read: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard let bytes = cells.bytes(of: place) else { return false }
        row.storage.bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[bytes])) }
        return true
    }

    /// The text of the path with this index, as in `texts(in:)`.
    package func text(of place: Int, in row: Element) throws(MarkupError) -> String? {
        try begin(row, paths: 1).text(paths[place], at: row.index, &budget)
    }

    /// A text for each path, in order: the displayed text of its first node (`Element.shownText`), or a function's result; nil if the path
    /// matches nothing.
    public func texts(in row: Element) throws(MarkupError) -> [String?] {
        let tree = begin(row)
        var texts: [String?] = []
        texts.reserveCapacity(paths.count)
        for path in paths { texts.append(try tree.text(path, at: row.index, &budget)) }
        return texts
    }

    /// For the paths with these indexes, the texts of all matching nodes in document order.
    public func allTexts(in row: Element, of places: [Int]) throws(MarkupError) -> [[String]] {
        let tree = begin(row)
        var texts: [[String]] = []
        for place in places { texts.append(try tree.texts(paths[place], at: row.index, &budget)) }
        return texts
    }

    /// The base addresses (`xml:base`) at the first node of that path, outermost first, each relative to the previous.
    public func bases(in row: Element, of place: Int) throws(MarkupError) -> [String] {
        let storage = row.storage
        guard storage.nodes.contains(where: { $0.isAttribute && storage.names[$0.nameIndex].isBase }) else { return storage.bases }
        let tree = begin(row)
        var bases: [String] = []
        var next = try tree.element(paths[place], at: row.index, &budget)
        while let element = next, element != NodeMap.document {
            if let base = storage.attributes(of: element).first(where: { storage.name($0).isBase }) { bases.append(storage.string(base)) }
            next = tree.map.parent(of: element)
        }
        return storage.bases + bases.reversed()
    }

    private func begin(_ row: Element, paths: Int? = nil) -> PathTree {
        let size = row.storage.nodes.count + row.storage.bytes.count / 16
        budget.grow(by: (paths ?? self.paths.count) * size)
        return PathTree(row)
    }
}

extension ElementStorage.Name {
    /// `xml:base`
    fileprivate var isBase: Bool { local == "base" && namespace == XPath.xmlNamespace }
}
