/// The final pages, and the objects their text was made from, because an update may replace those (ISO 32000-1, 7.5.6).
struct FinalPages {
    struct Entry {
        let page: Page
        let id: Int
        /// The digest of the returned runs.
        let digest: Digest
        /// The index of its used objects in `usesLists`.
        let uses: Int
    }

    private(set) var entries: [Int: Entry] = [:]
    /// Objects redefined after a page that uses them was final.
    private(set) var redefined: Set<Int> = []
    /// Pages whose contents read differently because of a later object.
    private var changed: Set<Int> = []
    private var used: Set<Int> = []
    private var usesLists: [[Int]] = []
    private var usesPlaces: [[Int]: Int] = [:]

    subscript(_ number: Int) -> Entry? { entries[number] }

    func isUsed(_ number: Int) -> Bool { used.contains(number) }

    mutating func noteRedefinition(of number: Int) {
        if used.contains(number) { redefined.insert(number) }
    }

    mutating func noteChange(ofPage number: Int) {
        if entries[number] != nil { changed.insert(number) }
    }

    /// Returns the additional memory in bytes, approximately.
    mutating func add(_ page: Page, id: Int, digest: Digest, uses: Set<Int>) -> Int {
        let sorted = uses.sorted()
        var bytes = 700 + page.parts.count * 16 + (page.resources?.cost ?? 0) + (page.annotations?.cost ?? 0)
        let place: Int
        if let known = usesPlaces[sorted] {
            place = known
        } else {
            place = usesLists.count
            usesLists.append(sorted)
            usesPlaces[sorted] = place
            used.formUnion(sorted)
            bytes += 80 + sorted.count * 40
        }
        used.formUnion(page.contentObjects)
        entries[page.number] = Entry(page: page, id: id, digest: digest, uses: place)
        return bytes
    }

    mutating func remove(_ number: Int) { entries[number] = nil }

    /// The pages with redefined objects, in the order of their ids.
    func stale() -> [Entry] {
        if redefined.isEmpty, changed.isEmpty { return [] }
        let lists = usesLists.map { list in list.contains { redefined.contains($0) } }
        let stale = entries.values.filter { entry in
            lists[entry.uses] || changed.contains(entry.page.number) || entry.page.contentObjects.contains { redefined.contains($0) }
        }
        return stale.sorted { $0.id < $1.id }
    }
}

/// Programs of final pages and their forms, kept for a while because other pages may share them; in order of last use.
struct SharedText {
    private(set) var bytes = 0
    private var stamp = 0
    private var stamps: [Int: Int] = [:]
    private var queue: [(number: Int, stamp: Int)] = []
    private var head = 0

    mutating func touch(_ number: Int, cost: Int) {
        stamp += 1
        if stamps.updateValue(stamp, forKey: number) == nil { bytes += cost }
        queue.append((number, stamp))
        if queue.count > stamps.count * 4 + 1_000 {
            queue = queue[head...].filter { stamps[$0.number] == $0.stamp }
            head = 0
        }
    }

    mutating func remove(_ number: Int, cost: Int) {
        if stamps.removeValue(forKey: number) != nil { bytes -= cost }
    }

    /// The least recently used one.
    func oldest() -> Int? {
        queue[head...].first { stamps[$0.number] == $0.stamp }?.number
    }

    mutating func skipOld() {
        while head < queue.count, stamps[queue[head].number] != queue[head].stamp { head += 1 }
    }
}
