import BoardPages
import Boards
package import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// A board of stations on open pages: the progress of its sources' readings, and the last change. The page fetches its list itself.
struct LiveStations: LiveScreen {
    let feature: StationsFeature
    let board: Board
    let words: Words
    let feeds: [Feed]

    func picture() async throws -> LivePicture {
        let change = try await feature.store.feeds.lastChangeID(of: feeds)
        let status = try await StationsPage.status(of: feature.store.feeds.current(feeds), board, feature, words)
        let html = StationsView(reader: Reader(words: words)).status(status)
        return LivePicture(regions: [(StationsView.statusRegion, html)], isRunning: status.isRunning, change: change)
    }
}

extension BoardEvents {
    /// The events of a board of stations. Only for feeds that a page has requested before: a listener adds no source.
    package func events(of page: StationsPage, for request: Request) async throws -> Response {
        let given = BoardChoice.values(in: request.query)
        let feeds = Array(try await page.feature.boards.knownFeeds(of: page.board, given).prefix(Self.feedLimit))
        return try await follow(
            request, page.board, given, feeds, LiveStations(feature: page.feature, board: page.board, words: page.words, feeds: feeds))
    }
}
