/// Evidence from a list's place on its page, for or against it.
struct PagePlace {
    private let tree: PageTree
    /// For each node, the number of characters before it.
    private let before: [Int]
    private let headings: [Int]
    /// For each node, the score from the elements around it.
    private var scores: [Double] = []
    /// Classified class attributes, by number.
    private var known: [Int: Words] = [:]

    private static let classes = 10_000

    private struct Words {
        let isAround: Bool
        let isMenu: Bool
    }

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

    /// The number of characters before a node.
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

    /// The score from surrounding elements: main content raises it, sidebars, headers and the like lower it.
    func score(of node: Int) -> Double { max(-12, min(4, scores[node])) }

    private mutating func ownScore(of element: Int) -> Double {
        if Self.around.contains(tree.tag(element)) || isAround(element) { return -6 }
        return ["main", "article"].contains(tree.tag(element)) || tree.attribute("role", of: element) == "main" ? 2 : 0
    }

    private mutating func isAround(_ element: Int) -> Bool {
        if let role = tree.attribute("role", of: element), Self.roles.contains(role) { return true }
        let (classes, id) = (words(of: element), tree.attribute("id", of: element).map { Self.words(of: [$0]) })
        if classes.isAround || id?.isAround == true { return true }
        // A "menu" may also be one of dishes.
        return (classes.isMenu || id?.isMenu == true) && tree.nodes[element].linkLength * 2 > tree.nodes[element].length
    }

    private mutating func words(of element: Int) -> Words {
        let mark = tree.nodes[element].mark
        if let words = known[mark] { return words }
        // With that many different class attributes, they must be generated.
        guard known.count < Self.classes else { return Words(isAround: false, isMenu: false) }
        let words = Self.words(of: tree.classes[mark])
        known[mark] = words
        return words
    }

    /// Generated names are long.
    private static func words(of names: [String]) -> Words {
        let parts = names.prefix(20).flatMap { $0.utf8.count <= 80 ? ClassWords.parts(of: $0) : [] }
        return Words(isAround: parts.contains(where: words.contains), isMenu: parts.contains(where: menus.contains))
    }

    /// Whether any ancestor is navigation, a footer or the like.
    func isAside(_ node: Int) -> Bool { score(of: node) < 0 }

    private static let around: Set<String> = ["nav", "footer", "aside", "header"]
    private static let roles: Set<String> = [
        "navigation", "contentinfo", "complementary", "banner", "dialog", "search", "menu", "menubar", "tablist",
    ]
    private static let menus: Set<String> = ["nav", "menu", "navbar", "navigation", "toolbar", "pagination", "pager"]
    private static let words: Set<String> = ["footer", "breadcrumb", "breadcrumbs", "cookie", "cookies", "consent", "sidebar"]
}
