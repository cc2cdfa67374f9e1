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
    private(set) var directPages: [Int: [Int: Int]] = [:]
    private var directCount = 0
    /// Places of pages, base 1, as far as `walk` has come.
    fileprivate var numbers: [Int: Int] = [:]
    /// The walk that tells them. It goes on where it stopped, and begins anew only where what it has been at changes.
    fileprivate var walk: PageWalk?
    /// Places in nodes that walks have looked at: a guard against quadratic work.
    fileprivate(set) var work = 0
    /// Files that change their tree again and again tell their order at the end only.
    fileprivate static let mostWork = 2_000_000

    /// An object that is no page has come, perhaps anew.
    mutating func note(_ number: Int, _ object: PDFObject) {
        pageObjects.remove(number)
        if case .dictionary(let dictionary) = object, dictionary.name("Type") == "Catalog" { catalog = number }
        if numbers[number] != nil { walk = nil }
        noteChange(of: number)
    }

    /// A page has come, perhaps anew.
    mutating func notePage(_ number: Int) {
        pageObjects.insert(number)
        noteChange(of: number)
    }

    private mutating func noteChange(of number: Int) {
        if let walk, walk.depends(on: number) { self.walk = nil }
    }

    /// The number of a page that stands in its parent's array: the one it has, or the next.
    func number(ofPageIn node: Int, at place: Int) -> Int { directPages[node]?[place] ?? -1 - directCount }

    mutating func noteDirectPage(_ number: Int, in node: Int, at place: Int) {
        if directPages[node, default: [:]].updateValue(number, forKey: place) == nil { directCount += 1 }
    }
}

/// The pages of the tree in order, and its nodes that are missing or damaged with the number of pages before each.
struct PageOrder {
    let pages: [Int]
    let gaps: [(place: Int, node: Int)]
}

/// A walk through the tree in order, which can be gone on with.
struct PageWalk {
    private struct Level {
        let node: Int
        let kids: [PDFObject]
        /// By the node's /Count, all its kids are pages.
        let areLeaves: Bool
        var place = 0
    }

    /// The catalog.
    let root: Int
    /// The tree's only page, where it has no node.
    fileprivate private(set) var onlyPage: Int?
    /// Objects of /Kids that have not come, or are neither pages nor nodes, and how many pages stand before them.
    fileprivate private(set) var gaps: [(place: Int, node: Int)] = []
    /// The bound of `PDFLimits` that it stopped at, where it did.
    fileprivate private(set) var limit: (name: String, value: Int)?
    fileprivate private(set) var count = 0
    private var levels: [Level] = []
    private var nodes: Set<Int> = []
    /// Arrays of kids that are objects of their own.
    private var lists: Set<Int> = []

    /// nil where the catalog or the tree's first node has not come.
    fileprivate init?(_ document: Document, root: Int) {
        guard case .dictionary(let catalog)? = document.store[root], case .reference(let top)? = catalog["Pages"] else { return nil }
        self.root = root
        if document.tree.pageObjects.contains(top) {
            onlyPage = top
        } else if !enter(top, document) {
            return nil
        }
    }

    /// Whether it went by this object.
    func depends(on number: Int) -> Bool { number == root || nodes.contains(number) || lists.contains(number) }

    /// The next page. `untilUnknown`: only so far as places are certain, else what isn't there is stepped over.
    fileprivate mutating func next(_ document: Document, untilUnknown: Bool, work: inout Int) -> Int? {
        if let page = onlyPage {
            onlyPage = nil
            count = 1
            return page
        }
        let limits = document.limits
        while let last = levels.indices.last {
            let place = levels[last].place
            guard place < levels[last].kids.count else {
                levels.removeLast()
                continue
            }
            guard count < limits.pageTreeNodes, nodes.count < limits.pageTreeNodes * 2 else {
                limit = ("nodes of the page tree", limits.pageTreeNodes)
                return nil
            }
            work += 1
            var page: Int?
            switch levels[last].kids[place] {
            case .reference(let number):
                if document.tree.pageObjects.contains(number)
                    || (untilUnknown && levels[last].areLeaves && !document.store.isSeen(number))
                {
                    page = number
                } else if enter(number, document) {
                    levels[last].place += 1
                    continue
                } else {
                    if untilUnknown { return nil }
                    if !nodes.contains(number), document.store[number] != .null { gaps.append((count, number)) }
                }
            case .dictionary: page = document.tree.directPages[levels[last].node]?[place]
            default: break
            }
            levels[last].place += 1
            if let page {
                count += 1
                return page
            }
        }
        return nil
    }

    /// Goes down into a node, once; false where it can't.
    private mutating func enter(_ number: Int, _ document: Document) -> Bool {
        guard !nodes.contains(number), case .dictionary(let node)? = document.store[number] else { return false }
        guard levels.count < document.limits.nesting else {
            limit = ("levels of the page tree", document.limits.nesting)
            return false
        }
        var kids = node["Kids"]
        if case .reference(let list)? = kids {
            kids = document.store[list]
            if case .array? = kids { lists.insert(list) }
        }
        guard case .array(let values)? = kids else { return false }
        nodes.insert(number)
        levels.append(Level(node: number, kids: values, areLeaves: node["Count"]?.integer == values.count))
        return true
    }
}

extension Document {
    /// Pages that stand in their parent's /Kids themselves, against 7.7.3.2: they get numbers of their own.
    func takeDirectPages(
        of node: Int, _ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        guard case .array(let kids)? = dictionary["Kids"] else { return }
        var found: [Page] = []
        for (place, kid) in kids.enumerated() {
            guard case .dictionary(let direct) = kid, tree.pageObjects.count + found.count < limits.pageTreeNodes else { continue }
            let number = tree.number(ofPageIn: node, at: place)
            guard var page = Page(direct, number: number, offset: offset, definition: nextDefinition()) else { continue }
            tree.noteDirectPage(number, in: node, at: place)
            if page.resources == nil, page.parent == nil { page.resources = dictionary["Resources"].map { Page.reduced($0) } }
            found.append(page)
        }
        // All have their numbers before the first is handed out.
        for page in found { try take(page, receive) }
    }

    /// The page's place, base 1, if the tree before it is known.
    func pageNumber(of page: Int) -> Int? {
        let root = treeRoot
        if tree.walk?.root != root { tree.walk = nil }
        var walk = tree.walk
        tree.walk = nil  // so that there is one copy of it
        if walk == nil {
            tree.numbers = [:]
            if let root, tree.work < PageTree.mostWork { walk = PageWalk(self, root: root) }
        }
        var work = 0
        while let next = walk?.next(self, untilUnknown: true, work: &work) { tree.numbers[next] = walk?.count }
        tree.work += work
        tree.walk = walk
        return tree.numbers[page]
    }

    /// The pages in order; nil where the tree is not known, or is too large.
    func orderAtEnd(_ receive: (PDFTextEvent) throws -> Void) throws -> PageOrder? {
        guard let root = treeRoot, var walk = PageWalk(self, root: root) else { return nil }
        var pages: [Int] = []
        var work = 0
        while let next = walk.next(self, untilUnknown: false, work: &work) { pages.append(next) }
        tree.work += work
        if let limit = walk.limit {
            let what = "limit reached: \(limit.name), \(limit.value); pages stand in the order of the file"
            try warn(.limit, at: nil, what, receive)
            return nil
        }
        return PageOrder(pages: pages, gaps: walk.gaps)
    }

    /// The order with the pages that are not in the tree because it is damaged: each where the node is missing that it stands below, else at
    /// the end.
    func mended(_ order: PageOrder, _ receive: (PDFTextEvent) throws -> Void) throws -> [Int] {
        let known = Set(order.pages)
        let gaps = Set(order.gaps.map(\.node))
        var lost: [Int: [Int]] = [:]
        var rest: [Int] = []
        for entry in finals.entries.values.sorted(by: { $0.id < $1.id }) where !known.contains(entry.page.number) {
            if let gap = ancestor(of: entry.page, in: gaps) {
                lost[gap, default: []].append(entry.page.number)
            } else {
                rest.append(entry.page.number)
            }
        }
        var result: [Int] = []
        var place = 0
        for gap in order.gaps {
            result += order.pages[place..<gap.place]
            place = gap.place
            let found = lost.removeValue(forKey: gap.node)
            result += found ?? []
            let what = "object \(gap.node) of the page tree is damaged or missing"
            try warn(.damagedObject, at: nil, what, losesText: found == nil, receive)
        }
        return result + order.pages[place...] + rest
    }

    private func ancestor(of page: Page, in gaps: Set<Int>) -> Int? {
        var parent = page.parent
        for _ in 0..<limits.nesting {
            guard case .reference(let number)? = parent else { return nil }
            if gaps.contains(number) { return number }
            guard case .dictionary(let node)? = store[number] else { return nil }
            parent = node["Parent"]
        }
        return nil
    }

    /// The catalog that counts.
    var treeRoot: Int? {
        if let root = tree.root, isCatalog(root) { return root }
        if let catalog = tree.catalog, isCatalog(catalog) { return catalog }
        return nil
    }

    private func isCatalog(_ number: Int) -> Bool {
        if case .dictionary(let dictionary)? = store[number] { return dictionary["Pages"] != nil }
        return false
    }
}
