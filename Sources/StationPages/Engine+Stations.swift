import Boards
import Foundation
import Records
package import Serving
import Storage
import Watching

/// What of stations is kept in memory for those who ask next.
private struct StationCaches: Sendable {
    let histories = StationHistories()
    let offers = EditionCache<StationOffers.Key, StationOffers>(mostBytes: 48 << 20)
    let news = EditionCache<StationParts.Key, HomeNews>(mostBytes: 1 << 20)
    let parts = EditionCache<StationParts.Key, StationParts>(mostBytes: 16 << 20)
    /// Limits new address look-ups: twenty, and one more each minute.
    let looking: SendingGuard

    init(now: @escaping Now) { looking = SendingGuard(capacity: 20, interval: .seconds(60), now: now) }
}

extension Engine {
    private var stationCaches: StationCaches { kept.the { StationCaches(now: accounts.now) } }
    var histories: StationHistories { stationCaches.histories }
    package var offers: EditionCache<StationOffers.Key, StationOffers> { stationCaches.offers }
    var stationNews: EditionCache<StationParts.Key, HomeNews> { stationCaches.news }
    var stationParts: EditionCache<StationParts.Key, StationParts> { stationCaches.parts }
    package var looking: SendingGuard { stationCaches.looking }

    /// The feeds of a choice that are there already: nothing is added for whoever only listens. A choice that cannot be has none.
    func knownFeeds(of board: Board, _ given: [String: String]) async throws -> [Feed] {
        guard let bindings = try? board.bindings(given) else { return [] }
        var feeds: [Feed] = []
        for binding in bindings {
            guard let url = try? board.url(binding).absoluteString, let feed = try await store.feeds.knownFeed(of: board.name, url: url)
            else {
                continue
            }
            feeds.append(feed)
        }
        return feeds
    }
}
