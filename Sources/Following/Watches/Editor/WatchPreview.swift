import Boards
import Localisation
import Records
import Serving
import Storage

/// What a condition is about now: how many, and the first of them.
struct WatchPreview: Sendable {
    /// The condition in words; nil while it is not right.
    var sentence: String?
    /// Why nothing is known, though it is right.
    var problem: String?
    var matches: [StoredRecord] = []
    var count = 0
    /// Stored records; those that were looked at, if it is cut.
    var total = 0
    var isCut = false

    /// Of the matching ones, those that are shown.
    static let matchLimit = 5

    /// Throws `EffortSpent` where a pattern takes too long.
    static func of(
        _ condition: Condition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment, _ words: Words
    ) async throws -> WatchPreview {
        let bound = try condition.bound(to: board.schema)
        // Of everything nothing has to be looked at.
        if case .all(let parts) = bound, parts.isEmpty {
            let first = try await shown.records(in: store, board.schema, limit: matchLimit)
            return WatchPreview(
                sentence: condition.describe(board.schema, in: words), matches: first, count: shown.recordCount, total: shown.recordCount)
        }
        let filter = RecordFilter(lookingAt: bound.fields) { try bound.matches($0, moment, drawing: &$1) }
        let found = try await store.preview(
            of: shown.feeds, board.schema, where: bound.wantedValues(board.schema), limit: matchLimit, filter)
        return WatchPreview(
            sentence: condition.describe(board.schema, in: words), matches: found.records, count: found.count,
            total: found.isCut ? found.total : shown.recordCount, isCut: found.isCut)
    }
}

extension BoundCondition {
    /// What a record's fields have to be in any case, so that the store need not hand over all of them. Lists are left out: they have a
    /// value without being it.
    fileprivate func wantedValues(_ schema: Schema) -> [(field: String, value: Value)] {
        switch self {
        case .equals(let value, let field) where schema.fields[Int(field)].kind != .list: [(schema.fields[Int(field)].name, value)]
        case .all(let parts): parts.flatMap { $0.wantedValues(schema) }
        case .begins(let part): part.wantedValues(schema)
        default: []
        }
    }
}
