import Markup

/// Whether a path gives what it should: read as a board would read it, from the page as it came.
struct PathProof {
    let tree: PageTree
    let document: Document
    /// The page with cells in every row and column that they cover, if any cell does.
    let filled: (page: Document, place: (Node) -> Node)?

    init(_ tree: PageTree, _ document: Document) {
        (self.tree, self.document) = (tree, document)
        filled = (try? document.fillingSpans()) ?? nil
    }

    func nodes(_ path: String) -> [Node] {
        guard let path = try? XPath(path), case .nodes(let nodes)? = try? document.evaluate(path) else { return [] }
        return nodes
    }

    /// Whether a path gives these elements, in this order.
    func gives(_ path: String, _ elements: [Int]) -> Bool {
        let found = nodes(path)
        guard found.count == elements.count else { return false }
        return zip(found, elements).allSatisfy { $0.text == tree.elements[$1]?.text && $0.name == tree.tag($1) }
    }

    /// What a path gives in each row, as a board reads it.
    func texts(_ path: String, in rows: [Node]) -> [String]? {
        guard let path = try? XPath(path) else { return nil }
        return try? rows.map { try (filled?.place($0) ?? $0).text(at: path).squeezed }
    }

    func lists(_ path: String, in rows: [Node]) -> [[String]]? {
        guard let path = try? XPath(path) else { return nil }
        return try? rows.map { try (filled?.place($0) ?? $0).texts(at: path).map(\.squeezed) }
    }
}
