import Boards
package import Localisation
package import Records
package import Serving
import Storage

/// A screen with one region, below the progress of the reading.
package protocol LiveRegion: LiveScreen {
    var shown: ShownBoard { get }
    var feeds: [Feed] { get }
    /// The id of the region.
    var region: String { get }

    /// The region's current content; nil: unchanged.
    func html(of now: ShownFeeds, _ paths: BoardPaths) async throws -> HTML?
}

extension LiveRegion {
    package var words: Words { shown.words }
    package var own: [String] { LivePicture.rights(shown.mayChange) }

    package func picture() async throws -> LivePicture {
        let (boards, board) = (shown.boards, shown.board)
        // Read before the content, so that a change in between is sent again.
        let change = try await boards.store.feeds.lastChangeID(of: feeds)
        let now = ShownFeeds(feeds: try await boards.store.feeds.current(feeds))
        let status = try await now.status(of: board, boards, words)
        var regions = [(id: BoardFrameView.statusRegion, html: BoardFrameView.status(status, words))]
        if shown.mayChange {
            let offer = try await now.repairOffer(of: board, in: boards.store, words)
            regions.append((BoardFrameView.repairRegion, offer))
        }
        if let html = try await html(of: now, BoardPaths(board.name, shown.choice)) { regions.append((region, html)) }
        return LivePicture(regions: regions, isRunning: status.isRunning, change: change)
    }
}
