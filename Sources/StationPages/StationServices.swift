import BoardPages
import Boards
import Foundation
package import Records
import Serving
import Storage
package import Watching

/// What station pages need in addition to their boards: the geocoder, the signal for alerts, and caches.
package struct StationServices: Sendable {
    /// nil if this server doesn't look up addresses.
    let geocoding: Geocoding?
    /// Sent when someone changes a price alert.
    let alerts: AsyncSignal
    let histories = StationHistories()
    let offers = EditionCache<StationOffers.Key, StationOffers>(byteLimit: 48 << 20)
    let news = EditionCache<StationParts.Key, HomeNews?>(byteLimit: 1 << 20)
    let parts = EditionCache<StationParts.Key, StationParts>(byteLimit: 16 << 20)
    /// Limits new address look-ups: twenty, and one more per minute.
    let looking: SendingGuard

    package init(geocoding: Geocoding?, alerts: AsyncSignal, now: @escaping Now) {
        (self.geocoding, self.alerts) = (geocoding, alerts)
        looking = SendingGuard(capacity: 20, interval: .seconds(60), now: now)
    }
}

extension KnownBoards {
    /// The existing feeds of a choice, without adding any; empty for an invalid choice.
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
