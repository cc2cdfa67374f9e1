/// The changes of a fetch to a feed's stored records. `Comparison` finds them and the store applies them.
package struct Difference: Sendable {
    package var appeared: [(record: Record, position: Int)] = []
    /// Further records that appeared, if a reading is too large for memory.
    package var filed: Filed?
    /// `before` has the new values of quiet fields: their differences aren't part of a change.
    package var altered: [(before: StoredRecord, after: Record, position: Int)] = []
    package var gone: [StoredRecord] = []
    /// Unchanged, but at another place in the source's order. Causes no notice.
    package var moved: [(id: Int64, position: Int)] = []
    /// Only quiet fields differ. The record is stored again, but causes no notice.
    package var touched: [(id: Int64, after: Record, position: Int)] = []

    /// Records removed to keep the feed within its limit. They cause no notice.
    package var forgotten: [Int64] = []

    package init() {}

    /// Records that are read one by one.
    package struct Filed: Sendable {
        package let positions: PlaceSet
        /// Returns the record at a position; nil if it is packed, and then the array holds its bytes (`Record.pack`).
        package let take: @Sendable (Int, _ packed: inout [UInt8]) throws -> Record?

        package init(positions: PlaceSet, take: @escaping @Sendable (Int, _ packed: inout [UInt8]) throws -> Record?) {
            (self.positions, self.take) = (positions, take)
        }

        /// The record at a position; nil if it can't be read.
        package func record(_ position: Int) throws -> Record? {
            var packed: [UInt8] = []
            return try take(position, &packed) ?? packed.withUnsafeBytes { Record(packed: $0) }
        }
    }

    /// The changes that may cause notices, in the order appeared, altered, gone.
    package var changes: [Change] {
        get throws {
            var changes: [Change] = appeared.map { .appeared($0.record) }
            if let filed {
                for position in filed.positions { if let record = try filed.record(position) { changes.append(.appeared(record)) } }
            }
            changes += altered.map { .altered(before: $0.before.record, after: $0.after) }
            return changes + gone.map { .gone($0.record) }
        }
    }

    /// Adds a record with a new value. Differences in `fields` are written, but aren't part of the change.
    package mutating func alter(_ stored: StoredRecord, to record: Record, at position: Int, without fields: [Int]) {
        var before = stored.record
        for field in fields where field < before.values.count && field < record.values.count { before.values[field] = record.values[field] }
        if before == record {
            touched.append((stored.id, record, position))
        } else {
            altered.append((StoredRecord(id: stored.id, record: before, position: stored.position), record, position))
        }
    }

    package var appearedCount: Int { appeared.count + (filed?.positions.count ?? 0) }

    package var changeCount: Int { appearedCount + altered.count + gone.count }
}
