/// Finds labels inside a row: `dt` before `dd`, "Price:" before its value.
struct Labels {
    private let tree: PageTree
    private static let length = 40

    init(_ tree: PageTree) { self.tree = tree }

    /// The children that are labels, and the label of each child that is a value.
    struct Found {
        var says: Set<Int> = []
        var names: [Int: String] = [:]
    }

    func labels(of children: [Int], in element: Int) -> Found {
        if tree.tag(element) == "dl" { return terms(children) }
        var found = Found()
        for (child, next) in zip(children, children.dropFirst()) where !found.says.contains(child) && found.names[child] == nil {
            guard let label = self.label(child), self.label(next) == nil else { continue }
            found.says.insert(child)
            found.names[next] = label
        }
        for child in children where found.names[child] == nil && !found.says.contains(child) {
            if let label = pairLabel(child) { found.names[child] = label }
        }
        return found
    }

    /// In a list with several terms, each term labels its value; a list with a single term is a row whose first part is the term.
    private func terms(_ children: [Int]) -> Found {
        var found = Found()
        guard children.count(where: { tree.tag($0) == "dt" }) > 1 else { return found }
        var term: String?
        for child in children {
            if tree.tag(child) == "dt" {
                term = Self.plain(tree.text(of: child))
                found.says.insert(child)
            } else if tree.tag(child) == "dd", let term {
                found.names[child] = term
            }
        }
        return found
    }

    /// The label, if the element contains only a label and a value.
    private func pairLabel(_ child: Int) -> String? {
        guard !tree.nodes[child].isText else { return nil }
        let parts = tree.children(of: child)
        guard parts.count == 2, let label = self.label(parts[0]), self.label(parts[1]) == nil else { return nil }
        return label
    }

    /// The node's text if it is a label: with a colon at the end, and without numbers.
    private func label(_ node: Int) -> String? {
        guard tree.nodes[node].length <= Self.length, tree.nodes[node].length > 1 else { return nil }
        let text = tree.text(of: node)
        guard let last = text.last, Self.colons.contains(last), !text.contains(where: \.isNumber) else { return nil }
        return Self.plain(text)
    }

    private static func plain(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, colons.contains(last) || last.isWhitespace { text = text.dropLast() }
        return String(text)
    }

    /// The text after a label, without a colon at its start.
    static func value(of text: String) -> String {
        guard let first = text.first, colons.contains(first) else { return text }
        return String(text.dropFirst()).squeezed
    }

    private static let colons: Set<Character> = [":", "：", "："]
}
