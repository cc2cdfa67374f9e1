package import Boards
package import Records
import Serving
package import Storage

/// What a view needs to find the page of a changed record.
package struct PlacedChange: Sendable {
    package let store: Store
    package let board: Board
    package let feed: Feed
    package let isGone: Bool

    package init(store: Store, board: Board, feed: Feed, isGone: Bool) {
        self.store = store
        self.board = board
        self.feed = feed
        self.isGone = isGone
    }
    package var paths: BoardPaths { BoardPaths(board.name, BoardChoice(of: feed, on: board)) }

    /// The record's own page; nil if it is gone.
    func recordPage(_ record: Record) async throws -> String? {
        guard !isGone else { return nil }
        let schema = board.schema
        let keys = schema.keyFields.compactMap { index in record.values[at: index].map { (field: schema.fields[index].name, value: $0) } }
        return try await store.feeds.records(of: feed, schema, where: keys, limit: 1).first.map { paths.record($0.id) }
    }
}
