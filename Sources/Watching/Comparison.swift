package import Records

/// Compares the records of a fetch with the stored ones.
///
/// The same records in another order, layout or file are no change; neither is a difference only in quiet fields. Equal records belong
/// together wherever they are in the list. Of the rest, records with the same key are altered, in their order; what is left has appeared or
/// is gone. Several records may have the same key (a batch number with two rows). Time is linear in the number of records. A stored record
/// that hasn't moved is looked at once and not kept in memory.
package enum Comparison {
    /// `nextStored` returns the stored records one by one in the order of their positions, then nil.
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

    /// Pairs records with the same mark in their order. Returns those without a partner, new and stored, each in their order.
    private static func pair<Mark: Hashable>(
        _ open: [Int], _ left: [StoredRecord], newMark: (Int) -> Mark, storedMark: (StoredRecord) -> Mark,
        _ paired: (Int, StoredRecord) -> Void
    ) -> ([Int], [StoredRecord]) {
        guard !open.isEmpty, !left.isEmpty else { return (open, left) }
        // Reversed, so that `popLast` takes the first.
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
