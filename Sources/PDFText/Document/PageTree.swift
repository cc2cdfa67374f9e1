/// The known part of the page tree (ISO 32000-1, 7.7.3.2).
struct PageTree {
    /// The catalog from the trailer, and the trailer's offset.
    var root: Int?
    var rootOffset = -1
    /// The last object of /Type /Catalog, for files without a trailer.
    var catalog: Int?
    /// Objects that are pages. Pages stored inline in their parent's array have negative numbers.
    var pageObjects: Set<Int> = []
    /// Numbers assigned to inline pages, by parent and index.
    private(set) var directPages: [Int: [Int: Int]] = [:]
    private var directCount = 0
    /// Page numbers, base 1, up to the position of `walk`.
    fileprivate var numbers: [Int: Int] = [:]
    /// The traversal that assigns them. It continues where it stopped, and restarts only if a visited object changes.
    fileprivate var walk: PageWalk?
    /// Tree entries visited by all traversals, to guard against quadratic work.
    fileprivate(set) var work = 0
    /// For files that keep changing their tree, the order is determined only at the end.
    fileprivate static let workLimit = 2_000_000

    /// Records a new or redefined object that isn't a page.
    mutating func note(_ number: Int, _ object: PDFObject) {
        pageObjects.remove(number)
        if case .dictionary(let dictionary) = object, dictionary.name("Type") == "Catalog" { catalog = number }
        if numbers[number] != nil { walk = nil }
        noteChange(of: number)
    }

    /// Records a new or redefined page.
    mutating func notePage(_ number: Int) {
        pageObjects.insert(number)
        noteChange(of: number)
    }

    private mutating func noteChange(of number: Int) {
        if let walk, walk.depends(on: number) { self.walk = nil }
    }

    /// The number of a page inline in its parent's array: its assigned one, or the next free one.
    func number(ofPageIn node: Int, at place: Int) -> Int { directPages[node]?[place] ?? -1 - directCount }

    mutating func noteDirectPage(_ number: Int, in node: Int, at place: Int) {
        if directPages[node, default: [:]].updateValue(number, forKey: place) == nil { directCount += 1 }
    }
}

/// The pages in order, and the tree's missing or damaged nodes with the number of pages before each.
struct PageOrder {
    let pages: [Int]
    let gaps: [(place: Int, node: Int)]
}

/// A resumable traversal of the tree in page order.
struct PageWalk {
    private struct Level {
        let node: Int
        let kids: [PDFObject]
        /// Whether the node's /Count shows that all its kids are pages.
        let areLeaves: Bool
        var place = 0
    }

    /// The catalog.
    let root: Int
    /// The only page, if the root is a page itself.
    fileprivate private(set) var onlyPage: Int?
    /// Entries of /Kids that are missing or invalid, with the number of pages before each.
    fileprivate private(set) var gaps: [(place: Int, node: Int)] = []
    /// The limit of `PDFLimits` at which it stopped, if any.
    fileprivate private(set) var limit: (name: String, value: Int)?
    fileprivate private(set) var count = 0
    private var levels: [Level] = []
    private var nodes: Set<Int> = []
    /// Arrays of kids that are separate objects.
    private var lists: Set<Int> = []

    /// Returns nil if the catalog or the root node hasn't arrived.
    fileprivate init?(_ document: Document, root: Int) {
        guard case .dictionary(let catalog)? = document.store[root], case .reference(let top)? = catalog["Pages"] else { return nil }
        self.root = root
        if document.tree.pageObjects.contains(top) {
            onlyPage = top
        } else if !enter(top, document) {
            return nil
        }
    }

    /// Whether it visited this object.
    func depends(on number: Int) -> Bool { number == root || nodes.contains(number) || lists.contains(number) }

    /// The next page. `untilUnknown` stops where positions become uncertain; otherwise missing nodes are skipped.
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

    /// Descends into a node that hasn't been visited; false if it can't.
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
    /// Pages stored inline in their parent's /Kids, against 7.7.3.2, are assigned numbers.
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
        // Numbers are assigned to all before the first is returned.
        for page in found { try take(page, receive) }
    }

    /// The page's number from 1, if the tree before it is known.
    func pageNumber(of page: Int) -> Int? {
        let root = treeRoot
        if tree.walk?.root != root { tree.walk = nil }
        var walk = tree.walk
        tree.walk = nil  // so that there is a single copy of it
        if walk == nil {
            tree.numbers = [:]
            if let root, tree.work < PageTree.workLimit { walk = PageWalk(self, root: root) }
        }
        var work = 0
        while let next = walk?.next(self, untilUnknown: true, work: &work) { tree.numbers[next] = walk?.count }
        tree.work += work
        tree.walk = walk
        return tree.numbers[page]
    }

    /// The pages in order; nil if the tree is unknown or too large.
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

    /// The order with pages that a damaged tree lacks: each at the missing node that is its parent, otherwise at the end.
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

    /// The effective catalog.
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
