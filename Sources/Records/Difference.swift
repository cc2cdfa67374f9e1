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
        /// The record at a position; or nil, if it is packed: then the array is its bytes (`Record.pack`).
        package let take: @Sendable (Int, _ packed: inout [UInt8]) throws -> Record?

        package init(positions: [Int], take: @escaping @Sendable (Int, _ packed: inout [UInt8]) throws -> Record?) {
            (self.positions, self.take) = (positions, take)
        }

        /// The record at a position; nil if it can't be read.
        package func record(_ position: Int) throws -> Record? {
            var packed: [UInt8] = []
            return try take(position, &packed) ?? packed.withUnsafeBytes { Record(packed: $0) }
        }
    }

    /// What there is to tell, in the order appeared, altered, gone.
    package var changes: [Change] {
        get throws {
            var changes: [Change] = appeared.map { .appeared($0.record) }
            for position in filed?.positions ?? [] {
                if let record = try filed?.record(position) { changes.append(.appeared(record)) }
            }
            changes += altered.map { .altered(before: $0.before.record, after: $0.after) }
            return changes + gone.map { .gone($0.record) }
        }
    }

    package var appearedCount: Int { appeared.count + (filed?.positions.count ?? 0) }

    package var changeCount: Int { appearedCount + altered.count + gone.count }
}
