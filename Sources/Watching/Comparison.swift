package import Records

/// Compares the records of a fetch with the stored ones.
///
/// The same records in another order, layout or file aren't a change; neither is a difference only in quiet fields. Equal records are
/// matched regardless of their places in the list. Of the rest, records with the same key count as altered and are matched in order; the
/// remaining ones have appeared or are gone. Several records may have the same key (a batch number with two rows). The time is that of
/// sorting the differences. Only changed stored records are held in memory, and read records only up to a limit.
package enum Comparison {
    /// `stored` is ordered by position.
    package static func difference(from stored: any StoredRows, to records: [Record], _ schema: Schema) throws -> Difference {
        try difference(from: stored, to: ReadRecords(records), schema)
    }

    /// The same for records that may be in a file. Also throws `SpoolError`.
    package static func difference(
        from stored: any StoredRows, to records: ReadRecords, _ schema: Schema, keptWeight: Int = RecordPile.defaultWeight
    ) throws -> Difference {
        var difference = Difference()
        let count = records.count
        var hasPartner = PlaceSet(below: count)
        let leavers = Leavers(keptWeight: keptWeight)
        var (place, packed) = (0, [UInt8]())
        while try stored.step() {
            if place < count, try records.isSame(place, as: stored, &packed) {
                hasPartner.insert(place)
                if stored.place != place { difference.moved.append((stored.id, place)) }
            } else {
                try leavers.append(StoredRecord(id: stored.id, record: stored.record(), position: stored.place))
            }
            place += 1
        }
        var (open, left) = (hasPartner.others(below: count), Array(0..<leavers.count))
        (open, left) = try pair(
            open, left, newMark: { schema.withoutQuiet(try records[$0]) }, storedMark: { schema.withoutQuiet(try leavers.record($0)) }
        ) { position, number in
            if !schema.quietFields.isEmpty, try leavers.record(number) != records[position] {
                difference.touched.append((leavers.id(number), try records[position], position))
            } else if leavers.position(number) != position {
                difference.moved.append((leavers.id(number), position))
            }
        }
        (open, left) = try pair(
            open, left, newMark: { schema.key(of: try records[$0]) }, storedMark: { schema.key(of: try leavers.record($0)) }
        ) { position, number in
            difference.alter(try leavers[number], to: try records[position], at: position, without: schema.quietFields)
        }
        if records.isPacked {
            difference.filed = Difference.Filed(positions: open) { try records.take($0, &$1) }
        } else {
            difference.appeared = try open.map { (try records[$0], $0) }
        }
        difference.gone = try left.map { try leavers[$0] }
        return difference
    }

    /// Pairs records with the same mark, in order. Returns those without a partner, new and stored, each in order.
    ///
    /// Works on hashes of the marks, which may be whole records: the marks of a large source may not fit into memory.
    private static func pair<Mark: Hashable>(
        _ open: PlaceSet, _ left: [Int], newMark: (Int) throws -> Mark, storedMark: (Int) throws -> Mark,
        _ paired: (Int, Int) throws -> Void
    ) throws -> (PlaceSet, [Int]) {
        guard !open.isEmpty, !left.isEmpty else { return (open, left) }
        let waiting = try left.indices.map { (hash: try storedMark(left[$0]).hashValue, place: $0) }
            .sorted { ($0.hash, $0.place) < ($1.hash, $1.place) }
        var isTaken = [Bool](repeating: false, count: left.count)
        /// The index of the first entry with this hash or a larger one.
        func start(of hash: Int) -> Int {
            var (low, high) = (0, waiting.count)
            while low < high {
                let middle = (low + high) / 2
                if waiting[middle].hash < hash { low = middle + 1 } else { high = middle }
            }
            return low
        }
        // At the first index of each hash: the index of its first entry that is still free.
        var firstFree = Array(waiting.indices)
        func findsPartner(_ position: Int) throws -> Bool {
            let mark = try newMark(position)
            let hash = mark.hashValue
            let first = start(of: hash)
            func isOfHash(_ index: Int) -> Bool { index < waiting.count && waiting[index].hash == hash }
            guard isOfHash(first) else { return false }
            while isOfHash(firstFree[first]), isTaken[waiting[firstFree[first]].place] { firstFree[first] += 1 }
            var index = firstFree[first]
            while isOfHash(index) {
                let place = waiting[index].place
                if !isTaken[place], try storedMark(left[place]) == mark {
                    isTaken[place] = true
                    try paired(position, left[place])
                    return true
                }
                index += 1
            }
            return false
        }
        var alone = open
        for position in open where try findsPartner(position) { alone.remove(position) }
        return (alone, left.indices.filter { !isTaken[$0] }.map { left[$0] })
    }
}

/// Stored records that have left their places, by number, base 0.
private final class Leavers {
    private var (ids, positions): ([Int64], [Int]) = ([], [])
    private let pile: RecordPile

    init(keptWeight: Int) { pile = RecordPile(keptWeight: keptWeight) }

    var count: Int { ids.count }

    func append(_ stored: StoredRecord) throws {
        try pile.append(stored.record)
        ids.append(stored.id)
        positions.append(stored.position)
    }

    func id(_ number: Int) -> Int64 { ids[number] }
    func position(_ number: Int) -> Int { positions[number] }
    func record(_ number: Int) throws -> Record { try pile[number] }
    subscript(number: Int) -> StoredRecord {
        get throws { StoredRecord(id: ids[number], record: try pile[number], position: positions[number]) }
    }
}
