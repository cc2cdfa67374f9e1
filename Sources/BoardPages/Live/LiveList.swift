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

    func picture() async throws -> LivePicture {
        let status = try await ShownFeeds(feeds: boards.store.feeds.current(feeds)).status(of: board, boards, words)
        return LivePicture(
            regions: [(BoardFrameView.statusRegion, BoardFrameView.status(status, words))], isRunning: status.isRunning,
            change: try await boards.store.feeds.lastChangeID(of: feeds))
    }
}
