package import Records

extension Comparison {
    /// Compares the records of a stream with the stored ones by key: each replaces the record with its key, or is new. New records beyond
    /// `keeps` are left out and counted.
    package static func upsert(
        from nextStored: () throws -> StoredRecord?, _ records: [Record], _ schema: Schema, keeps: Int
    ) rethrows -> (difference: Difference, leftOut: Int) {
        var difference = Difference()
        var latest: [String: Record] = [:]
        for record in records { latest[schema.key(of: record)] = record }
        var (count, position) = (0, 0)
        while let stored = try nextStored() {
            (count, position) = (count + 1, max(position, stored.position + 1))
            guard let record = latest.removeValue(forKey: schema.key(of: stored.record)), record != stored.record else { continue }
            difference.alter(stored, to: record, at: stored.position, without: schema.quietFields)
        }
        for record in records {
            guard let record = latest.removeValue(forKey: schema.key(of: record)) else { continue }
            difference.appeared.append((record, position))
            position += 1
        }
        let room = max(0, keeps - count)
        let leftOut = max(0, difference.appeared.count - room)
        difference.appeared.removeLast(leftOut)
        return (difference, leftOut)
    }

    /// Appends the records of a stream to the stored ones. Beyond `keeps` the oldest are removed, which isn't a change.
    package static func append(
        from nextStored: () throws -> StoredRecord?, _ records: [Record], keeps: Int
    ) rethrows -> Difference {
        var difference = Difference()
        var (stored, position): ([Int64], Int) = ([], 0)
        while let next = try nextStored() {
            stored.append(next.id)
            position = max(position, next.position + 1)
        }
        let records = records.suffix(keeps)
        difference.forgotten = Array(stored.prefix(max(0, stored.count + records.count - keeps)))
        for record in records {
            difference.appeared.append((record, position))
            position += 1
        }
        return difference
    }
}
