package import Boards
package import Records
package import Serving
import Storage

/// Where a change's record can be looked at now.
package struct RecordPlace: Sendable {
    private let engine: Engine
    private let board: Board

    package init(_ engine: Engine, _ board: Board) {
        self.engine = engine
        self.board = board
    }

    /// nil if it is gone, or has no page.
    package func page(of change: StoredChange) async throws -> String? {
        guard let record = change.change.after ?? change.change.before, let feed = try await engine.store.feeds.feed(change.feed) else {
            return nil
        }
        let placed = PlacedChange(store: engine.store, board: board, feed: feed, isGone: change.change.after == nil)
        return try await engine.views.of(board).place(of: record, at: placed)
    }
}
