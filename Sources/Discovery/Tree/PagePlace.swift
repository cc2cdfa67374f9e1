/// What the place of a list on its page says for it or against it.
struct PagePlace {
    private let tree: PageTree
    /// For each node how many characters of text stand before it.
    private let before: [Int]
    private let headings: [Int]
    /// For each node what the elements around it say.
    private var scores: [Double] = []

    init(_ tree: PageTree) {
        self.tree = tree
        var (before, seen) = ([Int](), 0)
        before.reserveCapacity(tree.nodes.count)
        for node in tree.nodes {
            before.append(seen)
            if node.isText { seen += node.length }
        }
        self.before = before
        headings = tree.nodes.indices.filter { ["h1", "h2", "h3", "h4", "h5", "h6"].contains(tree.tag($0)) }
        scores.reserveCapacity(tree.nodes.count)
        for node in tree.nodes.indices {
            let parent = tree.nodes[node].parent
            scores.append((parent < 0 ? 0 : scores[parent]) + (tree.nodes[node].isText ? 0 : ownScore(of: node)))
        }
    }

    /// How many characters of text stand before a node.
    func before(_ node: Int) -> Int { before[node] }

    /// The last heading before a node.
    func heading(before node: Int) -> Int? {
        var (low, high) = (0, headings.count)
        while low < high {
            let middle = (low + high) / 2
            if headings[middle] < node { low = middle + 1 } else { high = middle }
        }
        return headings[..<low].last { tree.nodes[$0].end <= node }
    }

    /// Elements around it that say what it is: the matter of the page, or what stands around that.
    func score(of node: Int) -> Double { max(-12, min(4, scores[node])) }

    private func ownScore(of element: Int) -> Double {
        if Self.around.contains(tree.tag(element)) || isAround(element) { return -6 }
        return ["main", "article"].contains(tree.tag(element)) || tree.attribute("role", of: element) == "main" ? 2 : 0
    }

    private func isAround(_ element: Int) -> Bool {
        if let role = tree.attribute("role", of: element), Self.roles.contains(role) { return true }
        let words = tree.classes(of: element) + [tree.attribute("id", of: element) ?? ""]
        let parts = words.flatMap { ClassWords.parts(of: $0) }
        if parts.contains(where: Self.words.contains) { return true }
        // What is called a menu may be one of dishes.
        return tree.nodes[element].linkLength * 2 > tree.nodes[element].length && parts.contains(where: Self.menus.contains)
    }

    /// Whether anything around it is navigation, a footer or the like.
    func isAside(_ node: Int) -> Bool { score(of: node) < 0 }

    private static let around: Set<String> = ["nav", "footer", "aside", "header"]
    private static let roles: Set<String> = [
        "navigation", "contentinfo", "complementary", "banner", "dialog", "search", "menu", "menubar", "tablist",
    ]
    private static let menus: Set<String> = ["nav", "menu", "navbar", "navigation", "toolbar", "pagination", "pager"]
    private static let words: Set<String> = ["footer", "breadcrumb", "breadcrumbs", "cookie", "cookies", "consent", "sidebar"]
}
