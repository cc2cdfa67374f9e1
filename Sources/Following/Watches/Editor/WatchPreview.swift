import BoardPages
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
    /// For a condition about change: of the last week's changes, those that it would have told. A stored record shows only that it is covered.
    var told: Told?

    struct Told: Sendable {
        let count: Int
        /// Whether older changes of the week were not looked at.
        let isCut: Bool
    }

    /// Of the last week's changes, those that are looked at, the newest.
    static let changeLimit = 1000
    static let past = Duration.seconds(7 * 86_400)

    /// Of the matching ones, those that are shown.
    static let matchLimit = 5

    /// Throws `EffortSpent` where a pattern takes too long.
    static func of(
        _ condition: Condition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment, _ words: Words
    ) async throws -> WatchPreview {
        let bound = try condition.bound(to: board.schema)
        guard bound.isAboutChange else { return try await now(condition, bound, on: board, shown, in: store, at: moment, words) }
        // A source's documents for other days have the same records once more. A watch stands on the first.
        let first = ShownFeeds(feeds: Array(shown.feeds.prefix(1)))
        var preview = try await now(condition, bound, on: board, first, in: store, at: moment, words)
        preview.told = try await told(bound, on: board, shown, in: store, at: moment)
        return preview
    }

    /// The changes of the last week that the condition would have told.
    private static func told(
        _ bound: BoundCondition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment
    ) async throws -> Told {
        var query = ChangeQuery(limit: changeLimit)
        query.since = moment.now + (.zero - past)
        let page = try await store.feeds.changePage(of: shown.feeds, board.schema, query)
        var effort = Effort()
        let told = try page.changes.filter { try bound.matches($0.change, moment, drawing: &effort) }
        return Told(count: told.count, isCut: page.isCut || page.changes.count == changeLimit)
    }

    private static func now(
        _ condition: Condition, _ bound: BoundCondition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment,
        _ words: Words
    ) async throws -> WatchPreview {
        // Of everything nothing has to be looked at.
        if case .all(let parts) = bound, parts.isEmpty {
            let first = try await shown.records(in: store, board.schema, limit: matchLimit)
            return WatchPreview(
                sentence: condition.describe(board.schema, in: words), matches: first, count: shown.recordCount, total: shown.recordCount)
        }
        let filter = RecordFilter(lookingAt: bound.fields) { try bound.matches($0, moment, drawing: &$1) }
        let found = try await store.feeds.preview(
            of: shown.feeds, board.schema, where: bound.wantedValues(board.schema), limit: matchLimit, filter)
        return WatchPreview(
            sentence: condition.describe(board.schema, in: words), matches: found.records, count: found.count,
            total: found.isCut ? found.total : shown.recordCount, isCut: found.isCut)
    }
}

extension BoundCondition {
    /// Whether it asks for what happens to a record. What is stored of the record doesn't say.
    fileprivate var isAboutChange: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.isAboutChange }
        case .appeared, .gone, .new, .changed, .changedBy: true
        default: false
        }
    }

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
