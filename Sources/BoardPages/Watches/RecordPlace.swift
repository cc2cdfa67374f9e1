package import Boards
package import Records
import Serving
import Storage

/// Finds the page that now shows a changed record.
package struct RecordPlace: Sendable {
    private let boards: KnownBoards
    private let board: Board

    package init(_ boards: KnownBoards, _ board: Board) {
        self.boards = boards
        self.board = board
    }

    /// nil if the record is gone, or has no page.
    package func page(of change: StoredChange) async throws -> String? {
        guard let record = change.change.after ?? change.change.before, let feed = try await boards.store.feeds.feed(change.feed) else {
            return nil
        }
        let placed = PlacedChange(store: boards.store, board: board, feed: feed, isGone: change.change.after == nil)
        return try await boards.views.of(board).place(of: record, at: placed)
    }
}
