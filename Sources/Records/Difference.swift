/// What applying a fetch does to a feed's stored records: found by `Comparison`, done by the store.
package struct Difference: Sendable {
    package var appeared: [(record: Record, position: Int)] = []
    package var altered: [(before: StoredRecord, after: Record, position: Int)] = []
    package var gone: [StoredRecord] = []
    /// Unchanged, at another place in the source's order: no change to tell anyone of.
    package var moved: [(id: Int64, position: Int)] = []
    /// Different in quiet fields alone: written anew, and no change to tell anyone of either.
    package var touched: [(id: Int64, after: Record, position: Int)] = []

    /// The oldest, where a feed has had its number of records: no change to tell anyone of.
    package var forgotten: [Int64] = []

    package init() {}

    /// What there is to tell, in the order appeared, altered, gone.
    package var changes: [Change] {
        appeared.map { .appeared($0.record) } + altered.map { .altered(before: $0.before.record, after: $0.after) }
            + gone.map { .gone($0.record) }
    }

    package var changeCount: Int { appeared.count + altered.count + gone.count }
}
