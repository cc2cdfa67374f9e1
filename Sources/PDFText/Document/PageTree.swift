/// The tree of pages (ISO 32000-1, 7.7.3.2), as far as it is known.
struct PageTree {
    /// The catalog, as the trailer says, and where that trailer stands.
    var root: Int?
    var rootOffset = -1
    /// The object of /Type /Catalog that came last, for files without a trailer.
    var catalog: Int?
    /// Objects that are pages. Pages that stand in their parent's array instead have negative numbers.
    var pageObjects: Set<Int> = []
    /// Numbers that were given to pages without one, by their parent and place.
    var directPages: [Int: [Int: Int]] = [:]
    var isChanged = true
    /// Places of pages, base 1, as far as they could be told when the tree was walked last.
    var numbers: [Int: Int] = [:]
    var work = 0

    mutating func note(_ number: Int, _ dictionary: PDFDictionary) {
        if dictionary.name("Type") == "Catalog" {
            catalog = number
            isChanged = true
        } else if dictionary["Kids"] != nil {
            isChanged = true
        }
    }
}

extension Document {
    /// Pages that stand in their parent's /Kids themselves, against 7.7.3.2: they get numbers of their own.
    func takeDirectPages(
        of node: Int, _ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        guard case .array(let kids)? = dictionary["Kids"] else { return }
        for (place, kid) in kids.enumerated() {
            guard case .dictionary(let direct) = kid, tree.pageObjects.count < limits.pageTreeNodes else { continue }
            let number = tree.directPages[node]?[place] ?? -1 - tree.directPages.values.reduce(0) { $0 + $1.count }
            guard var page = Page(direct, number: number, offset: offset, definition: nextDefinition()) else { continue }
            tree.directPages[node, default: [:]][place] = number
            if page.resources == nil, page.parent == nil { page.resources = dictionary["Resources"].map { Page.reduced($0) } }
            try take(page, receive)
        }
    }

    /// The page's place, base 1, if the tree before it is known.
    func pageNumber(of page: Int) -> Int? {
        if tree.isChanged, tree.work < 2_000_000 {
            tree.isChanged = false
            tree.numbers = [:]
            for (place, number) in walkTree(untilUnknown: true).pages.enumerated() { tree.numbers[number] = place + 1 }
        }
        return tree.numbers[page]
    }

    /// The pages in order; nil where the tree is not whole.
    func orderAtEnd() -> [Int]? {
        let walk = walkTree(untilUnknown: false)
        return walk.isWhole ? walk.pages : nil
    }

    /// Walks the tree in order. `untilUnknown`: only so far as places are certain, else stepping over what isn't there.
    private func walkTree(untilUnknown: Bool) -> (pages: [Int], isWhole: Bool) {
        var pages: [Int] = []
        guard let root = [tree.root, tree.catalog].compactMap({ $0 }).first(where: { isCatalog($0) }),
            case .dictionary(let catalog)? = store[root], case .reference(let top)? = catalog["Pages"]
        else { return ([], false) }
        if tree.pageObjects.contains(top) { return ([top], true) }
        var visited: Set<Int> = [top]
        var isWhole = true
        var stack: [(node: Int, kids: [PDFObject], place: Int, areLeaves: Bool)] = []
        guard let first = kids(of: top) else { return ([], false) }
        stack.append((top, first.kids, 0, first.areLeaves))
        while let last = stack.indices.last {
            let (node, kids, place, areLeaves) = stack[last]
            guard place < kids.count, pages.count < limits.pageTreeNodes, visited.count < limits.pageTreeNodes * 2 else {
                stack.removeLast()
                continue
            }
            stack[last].place += 1
            tree.work += 1
            switch kids[place] {
            case .reference(let number):
                if tree.pageObjects.contains(number) || (areLeaves && untilUnknown && !store.isSeen(number)) {
                    pages.append(number)
                } else if stack.count < limits.nesting, visited.insert(number).inserted, let inner = self.kids(of: number) {
                    stack.append((number, inner.kids, 0, inner.areLeaves))
                } else {
                    if untilUnknown { return (pages, false) }
                    if !store.isSeen(number) { isWhole = false }
                }
            case .dictionary:
                if let direct = tree.directPages[node]?[place] { pages.append(direct) }
            default: break
            }
        }
        return (pages, isWhole)
    }

    private func isCatalog(_ number: Int) -> Bool {
        if case .dictionary(let dictionary)? = store[number] { return dictionary["Pages"] != nil }
        return false
    }

    /// The kids of a node; whether, by its /Count, all of them are pages.
    private func kids(of number: Int) -> (kids: [PDFObject], areLeaves: Bool)? {
        guard case .dictionary(let node)? = store[number] else { return nil }
        var kids = node["Kids"]
        if case .reference(let list)? = kids { kids = store[list] }
        guard case .array(let values)? = kids else { return nil }
        return (values, node["Count"]?.integer == values.count)
    }
}
