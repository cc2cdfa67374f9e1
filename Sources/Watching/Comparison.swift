package import Records

/// Holds the records of a fetch against the stored ones and finds what changed.
///
/// The same facts in another order, layout or file are no change, nor is a difference in quiet fields alone. Records that are equal belong together whatever their place;
/// of the rest, those with the same key were altered, in the order they stand; what is left has appeared or is gone. A key may
/// have several records (a batch number with two rows). Cost: linear in the records; a stored record that is where it was is
/// looked at once and not held.
package enum Comparison {
    /// `nextStored` gives the stored records one by one, in the order of their positions.
    package static func difference(
        from nextStored: () throws -> StoredRecord?, to records: [Record], _ schema: Schema
    ) rethrows -> Difference {
        var difference = Difference()
        var hasPartner = [Bool](repeating: false, count: records.count)
        var left: [StoredRecord] = []
        var place = 0
        while let stored = try nextStored() {
            defer { place += 1 }
            guard place < records.count, records[place] == stored.record else {
                left.append(stored)
                continue
            }
            hasPartner[place] = true
            if stored.position != place { difference.moved.append((stored.id, place)) }
        }
        var open = records.indices.filter { !hasPartner[$0] }
        (open, left) = pair(
            open, left, newMark: { schema.withoutQuiet(records[$0]) }, storedMark: { schema.withoutQuiet($0.record) }
        ) { position, stored in
            if stored.record != records[position] {
                difference.touched.append((stored.id, records[position], position))
            } else if stored.position != position {
                difference.moved.append((stored.id, position))
            }
        }
        (open, left) = pair(open, left, newMark: { schema.key(of: records[$0]) }, storedMark: { schema.key(of: $0.record) }) {
            difference.altered.append(($1, records[$0], $0))
        }
        difference.appeared = open.map { (records[$0], $0) }
        difference.gone = left
        return difference
    }

    /// Pairs what has the same mark, first come, first served, and returns what found no partner, both in their order.
    private static func pair<Mark: Hashable>(
        _ open: [Int], _ left: [StoredRecord], newMark: (Int) -> Mark, storedMark: (StoredRecord) -> Mark,
        _ paired: (Int, StoredRecord) -> Void
    ) -> ([Int], [StoredRecord]) {
        guard !open.isEmpty, !left.isEmpty else { return (open, left) }
        // Backwards, so that the first is the cheapest to take.
        var waiting: [Mark: [Int]] = [:]
        for index in left.indices.reversed() { waiting[storedMark(left[index]), default: []].append(index) }
        var taken: Set<Int> = []
        let alone = open.filter { position in
            guard let index = waiting[newMark(position)]?.popLast() else { return true }
            taken.insert(index)
            paired(position, left[index])
            return false
        }
        return (alone, left.indices.filter { !taken.contains($0) }.map { left[$0] })
    }
}
