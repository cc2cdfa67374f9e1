package import Records

/// Holds the records of a fetch against the stored ones and finds what changed.
///
/// The same facts in another order, layout or file are no change. Records that are equal belong together whatever their place;
/// of the rest, those with the same key were altered, in the order they stand; what is left has appeared or is gone. A key may
/// have several records (a batch number with two rows). Cost: linear in the records, and only a look at each if nothing moved.
package enum Comparison {
    package static func difference(from stored: [StoredRecord], to records: [Record], _ schema: Schema) -> Difference {
        var difference = Difference()
        var isMatched = [Bool](repeating: false, count: stored.count)
        var open: [Int] = []
        for (position, record) in records.enumerated() {
            if position < stored.count, stored[position].record == record {
                isMatched[position] = true
                if stored[position].position != position { difference.moved.append((stored[position].id, position)) }
            } else {
                open.append(position)
            }
        }
        open = matchEqual(open, of: records, with: stored, &isMatched, &difference)
        open = matchKeys(open, of: records, with: stored, schema, &isMatched, &difference)
        for position in open { difference.appeared.append((records[position], position)) }
        for index in stored.indices where !isMatched[index] { difference.gone.append(stored[index]) }
        return difference
    }

    /// Equal records at other places have moved. Returns the places that found no partner.
    private static func matchEqual(
        _ open: [Int], of records: [Record], with stored: [StoredRecord], _ isMatched: inout [Bool], _ difference: inout Difference
    ) -> [Int] {
        var partners = Partners<Record>(stored.indices.filter { !isMatched[$0] }) { stored[$0].record }
        return open.filter { position in
            guard let index = partners.take(records[position]) else { return true }
            isMatched[index] = true
            if stored[index].position != position { difference.moved.append((stored[index].id, position)) }
            return false
        }
    }

    private static func matchKeys(
        _ open: [Int], of records: [Record], with stored: [StoredRecord], _ schema: Schema, _ isMatched: inout [Bool],
        _ difference: inout Difference
    ) -> [Int] {
        var partners = Partners<String>(stored.indices.filter { !isMatched[$0] }) { schema.key(of: stored[$0].record) }
        return open.filter { position in
            guard let index = partners.take(schema.key(of: records[position])) else { return true }
            isMatched[index] = true
            difference.altered.append((stored[index], records[position], position))
            return false
        }
    }
}

/// Places by what they have in common, handed out first come, first served.
private struct Partners<Mark: Hashable> {
    private var places: [Mark: [Int]] = [:]

    init(_ indices: [Int], mark: (Int) -> Mark) {
        // Backwards, so that the first is the cheapest to take.
        for index in indices.reversed() { places[mark(index), default: []].append(index) }
    }

    mutating func take(_ mark: Mark) -> Int? { places[mark]?.popLast() }
}
