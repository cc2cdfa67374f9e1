import Boards
import Foundation
import Storage
import Watching

extension Site {
    /// The feeds of a choice that are there already: nothing is added for whoever only listens. A choice that cannot be has none.
    func knownFeeds(of board: Board, _ given: [String: String]) async throws -> [Feed] {
        guard let bindings = try? board.bindings(given) else { return [] }
        var feeds: [Feed] = []
        for binding in bindings {
            guard let url = try? board.url(binding).absoluteString, let feed = try await store.knownFeed(of: board.name, url: url) else {
                continue
            }
            feeds.append(feed)
        }
        return feeds
    }
}
