import Boards
import Records
import Storage

/// What a view knows of a change whose record somebody wants to look at.
struct PlacedChange: Sendable {
    let store: Store
    let board: Board
    let feed: Feed
    let isGone: Bool
    var paths: BoardPaths { BoardPaths(board.name, BoardChoice(of: feed, on: board)) }

    /// The record's own page; nil if it is gone.
    func recordPage(_ record: Record) async throws -> String? {
        guard !isGone else { return nil }
        let schema = board.schema
        let keys = schema.keyFields.compactMap { index in record.values[at: index].map { (field: schema.fields[index].name, value: $0) } }
        return try await store.records(of: feed, schema, where: keys, limit: 1).first.map { paths.record($0.id) }
    }
}
