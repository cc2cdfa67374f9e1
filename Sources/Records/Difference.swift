/// What applying a fetch does to a feed's stored records: found by `Comparison`, done by the store.
package struct Difference: Sendable {
    package var appeared: [(record: Record, position: Int)] = []
    /// More that appeared, where a reading is larger than what is kept in memory.
    package var filed: Filed?
    package var altered: [(before: StoredRecord, after: Record, position: Int)] = []
    package var gone: [StoredRecord] = []
    /// Unchanged, at another place in the source's order: no change to tell anyone of.
    package var moved: [(id: Int64, position: Int)] = []
    /// Different in quiet fields alone: written anew, and no change to tell anyone of either.
    package var touched: [(id: Int64, after: Record, position: Int)] = []

    /// The oldest, where a feed has had its number of records: no change to tell anyone of.
    package var forgotten: [Int64] = []

    package init() {}

    /// Records that are read one by one.
    package struct Filed: Sendable {
        package let positions: [Int]
        /// The record at a position.
        package let record: @Sendable (Int) throws -> Record

        package init(positions: [Int], record: @escaping @Sendable (Int) throws -> Record) {
            (self.positions, self.record) = (positions, record)
        }
    }

    /// What there is to tell, in the order appeared, altered, gone.
    package var changes: [Change] {
        get throws {
            var changes: [Change] = appeared.map { .appeared($0.record) }
            if let filed { for position in filed.positions { changes.append(.appeared(try filed.record(position))) } }
            changes += altered.map { .altered(before: $0.before.record, after: $0.after) }
            return changes + gone.map { .gone($0.record) }
        }
    }

    package var appearedCount: Int { appeared.count + (filed?.positions.count ?? 0) }

    package var changeCount: Int { appearedCount + altered.count + gone.count }
}
