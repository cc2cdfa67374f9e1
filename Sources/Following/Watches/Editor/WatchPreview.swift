import BoardPages
import Boards
import Localisation
import Records
import Serving
import Storage

/// The records that a condition currently covers: their number, and the first ones.
struct WatchPreview: Sendable {
    /// The condition in words; nil while it is invalid.
    var sentence: String?
    /// Why there is no preview of a valid condition.
    var problem: String?
    /// See `Condition.ignored`.
    var ignored: [String] = []
    var matches: [StoredRecord] = []
    var count = 0
    /// The number of stored records; of examined ones if it is cut.
    var total = 0
    var isCut = false
    /// For a condition about change: the changes of the last week that it would have reported, because a stored record only shows that it
    /// is covered.
    var told: Told?

    struct Told: Sendable {
        let count: Int
        /// Whether older changes of the week were skipped.
        let isCut: Bool
    }

    /// The maximum number of changes examined, the newest of the last week.
    static let changeLimit = 1000
    static let past = Duration.seconds(7 * 86_400)

    /// The maximum number of matches shown.
    static let matchLimit = 5

    /// Throws `EffortSpent` if a pattern takes too long.
    static func of(
        _ condition: Condition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment, _ words: Words
    ) async throws -> WatchPreview {
        let bound = try condition.bound(to: board.schema)
        guard bound.isAboutChange else { return try await now(condition, bound, on: board, shown, in: store, at: moment, words) }
        // A source's documents for other days repeat the same records. The preview uses the first feed.
        let first = ShownFeeds(feeds: Array(shown.feeds.prefix(1)))
        var preview = try await now(condition, bound, on: board, first, in: store, at: moment, words)
        preview.told = try await told(bound, on: board, shown, in: store, at: moment)
        return preview
    }

    /// The changes of the last week that the condition would have reported.
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
        // A condition that covers everything needs no search.
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
    /// Whether it depends on events, which the stored record doesn't show.
    fileprivate var isAboutChange: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.isAboutChange }
        case .appeared, .gone, .new, .changed, .changedBy: true
        default: false
        }
    }

    /// Field values that a match requires, so that the store can preselect records. Lists are excluded: they contain a value without being
    /// equal to it.
    fileprivate func wantedValues(_ schema: Schema) -> [(field: String, value: Value)] {
        switch self {
        case .equals(let value, let field) where schema.fields[Int(field)].kind != .list: [(schema.fields[Int(field)].name, value)]
        case .all(let parts): parts.flatMap { $0.wantedValues(schema) }
        case .begins(let part): part.wantedValues(schema)
        default: []
        }
    }
}
