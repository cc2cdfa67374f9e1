package import Boards
import Fetching
import Foundation
package import Records
import Storage

/// The feeds of boards, created on request.
extension Watcher {
    /// Per board.
    package static let feedLimit = 2_000
    /// How often a request for a feed is recorded in the store.
    private static let askedNoted = Duration.seconds(3600)

    /// The board's standard feed; the first if it has several.
    package func feed(of board: Board) async throws -> Feed {
        try await store.feeds.feed(
            of: board.name, url: board.source.url.absoluteString, binding: (try? board.bindings().first)?.values ?? [:])
    }

    /// The feed of a binding, created if it is new, and recorded as requested. Throws `ParameterError`, or `StorageError` with the code
    /// `full` if the board has `limit` feeds.
    package func feed(of board: Board, _ binding: Binding, limit: Int = Watcher.feedLimit) async throws -> Feed {
        let binding = board.complete(binding)
        let url = try board.url(binding).absoluteString
        guard !board.chosen(in: binding.values).isEmpty else {
            return try await store.feeds.feed(of: board.name, url: url, binding: binding.values)
        }
        return try await noteAsked(
            try await store.feeds.feed(of: board.name, url: url, binding: binding.values, limit: limit), board)
    }

    /// The feeds that are shown together for a reader's choice, in order: one, or one for each choice of `source.each`.
    ///
    /// The number and the rate of new feeds are limited. `known` are the parameters whose value is known to exist. Throws `ParameterError`,
    /// `NewFeedError`, or `StorageError` with the code `full`.
    package func feeds(of board: Board, _ given: [String: String] = [:], for asker: FeedAsker = .person, known: Set<String> = [])
        async throws
        -> [Feed]
    {
        let bindings = try board.bindings(given)
        if let first = bindings.first, !board.chosen(in: first.values).isEmpty,
            try await store.feeds.knownFeed(of: board.name, url: try board.url(first).absoluteString) == nil
        {
            try newFeeds.admit(board.chosen(in: first.values), of: board, for: asker, known: known, at: now())
        }
        var feeds: [Feed] = []
        // Half of the feeds are reserved for people with accounts.
        let limit = asker == .stranger ? Self.feedLimit / 2 : Self.feedLimit
        for binding in bindings { feeds.append(try await feed(of: board, binding, limit: limit)) }
        if board.source.each != nil { try await store.feeds.join(feeds) }
        return feeds
    }

    private func noteAsked(_ feed: Feed, _ board: Board) async throws -> Feed {
        let time = now()
        guard feed.lastAsked.map({ time - $0 >= Self.askedNoted }) ?? true else { return feed }
        try await store.feeds.noteAsked(feed, at: time, due: board.source.isScheduled ? time : nil)
        return try await store.feeds.feed(feed.id) ?? feed
    }
}
