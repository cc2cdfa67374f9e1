import Records

/// Decides which classes of the elements in rows distinguish a row's parts: those found in a good part of the rows, on elements with
/// siblings of the same tag. A class in only some rows, such as a state or a number, distinguishes rows instead.
struct LastingClasses {
    private let tree: PageTree
    /// A number for each class attribute and item property in the rows.
    private var numbers: [Int: Int] = [:]
    private var properties: [Int: Int] = [:]
    /// The tag path of each element in rows.
    private var paths: [Int: Int] = [:]
    /// The paths and tags that occur more than once below one parent in any row.
    private var crowded: Set<[Int]> = []

    init(_ rows: [[RowList.Part]], _ tree: PageTree) {
        self.tree = tree
        var (rowsWith, marks, named) = ([String: Int](), Set<Int>(), [Int: String]())
        for row in rows {
            var tokens: Set<String> = []
            for part in row {
                addPaths(in: part)
                for place in part.node..<tree.nodes[part.node].end where !tree.nodes[place].isText {
                    marks.insert(tree.nodes[place].mark)
                    tokens.formUnion(tree.classes(of: place))
                    if let property = tree.attribute("itemprop", of: place) { named[place] = property }
                }
            }
            for token in tokens { rowsWith[token, default: 0] += 1 }
        }
        let least = max(2, Int(clamping: (0.3 * Double(rows.count)).rounded(.up)))
        var known: [String: Int] = [:]
        func number(_ name: String) -> Int {
            if known[name] == nil { known[name] = known.count + 1 }
            return known[name] ?? 0
        }
        for mark in marks.sorted() {
            let lasting = tree.classes[mark].filter { rowsWith[$0, default: 0] >= least }.sorted()
            numbers[mark] = lasting.isEmpty ? 0 : number(lasting.joined(separator: " "))
        }
        for (place, property) in named.sorted(by: { $0.key < $1.key }) { properties[place] = number("itemprop " + property) }
    }

    private mutating func addPaths(in part: RowList.Part) {
        paths[part.node] = part.root
        for place in tree.inside(part.node) where !tree.nodes[place].isText {
            let parent = paths[tree.nodes[place].parent] ?? 0
            paths[place] = (parent &* 1_000_003) ^ (tree.nodes[place].tag &+ 17)
        }
        for place in part.node..<tree.nodes[part.node].end where !tree.nodes[place].isText {
            var seen: Set<Int> = []
            for child in tree.childElements(of: place) where !seen.insert(tree.nodes[child].tag).inserted {
                crowded.insert([paths[place] ?? 0, tree.nodes[child].tag])
            }
        }
    }

    /// 0 if the element has no lasting name.
    func mark(of element: Int) -> Int {
        if let property = properties[element] { return property }
        guard crowded.contains([paths[tree.nodes[element].parent] ?? 0, tree.nodes[element].tag]) else { return 0 }
        return numbers[tree.nodes[element].mark] ?? 0
    }
}
