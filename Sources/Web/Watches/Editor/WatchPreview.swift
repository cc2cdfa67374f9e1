import Boards
import Foundation
import Localisation
import Records
import Storage

/// Which stored records a condition is about now: how many, and the first of them.
struct WatchPreview: Sendable {
    /// The condition in words; nil while it is not right.
    var sentence: String?
    var matches: [StoredRecord] = []
    var count = 0
    var total = 0
    /// Stored records that were looked at, where there are more.
    var isCut = false
    /// A pattern hit its limits on so many of them.
    var undecided: Int = 0

    /// Records that are looked at, and those of the matching ones that are shown.
    static let limit = 50_000
    static let matchLimit = 5

    static func of(
        _ condition: Condition, on board: Board, _ shown: ShownFeeds, in store: Store, at moment: Moment, _ words: Words
    ) async throws -> WatchPreview {
        var preview = WatchPreview(sentence: condition.describe(board.schema, in: words), total: shown.recordCount)
        let bound = try condition.bound(to: board.schema)
        let wanted = bound.wantedValues(board.schema)
        let records = try await shown.records(in: store, board.schema, where: wanted, limit: limit)
        preview.isCut = wanted.isEmpty && shown.recordCount > limit
        for record in records {
            do throws(PatternError) {
                guard try bound.matches(record.record, moment) else { continue }
                preview.count += 1
                if preview.matches.count < matchLimit { preview.matches.append(record) }
            } catch {
                preview.undecided += 1
            }
        }
        return preview
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
