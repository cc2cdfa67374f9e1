import Boards
import Localisation
import Records
import Serving
import Storage

/// A list or a table as open pages show it: how the reading of its source goes, and which change was the last. The page asks for its rows
/// itself.
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
