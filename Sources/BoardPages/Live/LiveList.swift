import Boards
import Localisation
import Records
import Serving
import Storage

/// A list or a table on open pages: the progress of its source's reading, and the last change. The page fetches its rows itself.
struct LiveList: LiveScreen {
    let boards: KnownBoards
    let board: Board
    let words: Words
    let feeds: [Feed]
    /// Whether the reader may change the board.
    var mayChange = false
    var own: [String] { LivePicture.rights(mayChange) }

    func picture() async throws -> LivePicture {
        let now = ShownFeeds(feeds: try await boards.store.feeds.current(feeds))
        let status = try await now.status(of: board, boards, words)
        var regions = [(id: BoardFrameView.statusRegion, html: BoardFrameView.status(status, words))]
        if mayChange {
            let offer = try await now.repairOffer(of: board, in: boards.store, words)
            regions.append((BoardFrameView.repairRegion, offer))
        }
        return LivePicture(
            regions: regions, isRunning: status.isRunning, change: try await boards.store.feeds.lastChangeID(of: feeds))
    }
}
