import Markup

/// Tests whether a path gives the expected results: evaluated as for a board, on the page as it was received.
struct PathProof {
    let tree: PageTree
    let document: Document
    /// The page with spanning cells repeated in every row and column that they cover; nil if no cell spans several.
    let filled: (page: Document, place: (Node) -> Node)?

    init(_ tree: PageTree, _ document: Document) {
        (self.tree, self.document) = (tree, document)
        filled = (try? document.fillingSpans()) ?? nil
    }

    func nodes(_ path: String) -> [Node] {
        guard let path = try? XPath(path), case .nodes(let nodes)? = try? document.evaluate(path) else { return [] }
        return nodes
    }

    /// Whether a path selects these elements, in this order.
    func gives(_ path: String, _ elements: [Int]) -> Bool {
        let found = nodes(path)
        guard found.count == elements.count else { return false }
        return zip(found, elements).allSatisfy { $0.number == tree.elements[$1]?.number }
    }

    /// Whether a path gives these texts in the rows, as read by a board. Stops at the first row that differs.
    func gives(_ path: String, in rows: [Node], texts: [String]) -> Bool {
        guard let path = try? XPath(path) else { return false }
        return zip(rows, texts).allSatisfy { row, text in (try? (filled?.place(row) ?? row).text(at: path).squeezed) == text }
    }

    /// The same for lists: all texts that a path gives.
    func gives(_ path: String, in rows: [Node], lists: [[String]]) -> Bool {
        guard let path = try? XPath(path) else { return false }
        return zip(rows, lists).allSatisfy { row, list in (try? (filled?.place(row) ?? row).texts(at: path).map(\.squeezed)) == list }
    }
}
