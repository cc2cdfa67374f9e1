import Boards
import Logging
import LongJobs
import Records
import Storage

// Pages here follow fetches of all nodes (Decision 66).
extension Watcher {
    /// The pause after an error.
    private static let rest = Duration.seconds(1)

    /// Tells the other nodes that the outcome of a fetch is stored.
    func tellOthers(of feed: Feed.ID) async {
        guard let telling else { return }
        telling.tell(.feed(feed))
        // Followers here know it.
        if subscribers.areFollowing(feed) { editions[feed] = try? await store.feeds.feed(feed) }
    }

    /// Notifies followers here of what other nodes store, until it is cancelled.
    func hear(_ inbox: NodeInbox) async {
        while !Task.isCancelled {
            do {
                switch await inbox.next() {
                case .anything:
                    let followed = subscribers.feeds
                    editions = editions.filter { followed.contains($0.key) }
                    try await compare(followed)
                case .news(let news):
                    let feeds = Set(news.compactMap { if case .feed(let feed) = $0 { feed } else { nil } })
                    for feed in feeds where elsewhere[feed] != nil { hearElsewhere(feed) }
                    try await compare(feeds.filter(subscribers.areFollowing))
                }
            } catch {
                if !Task.isCancelled { logger.warning("it can’t be looked up what other servers have fetched: \(error)") }
                try? await Task.sleep(for: Self.rest)
                inbox.add(.anything)
            }
        }
    }

    /// The number of feeds on open pages here that another node has fetched since the pages heard of them.
    package func staleFeeds() async throws -> Int {
        try await store.feeds.feeds(subscribers.feeds).count { feed in editions[feed.id].map { $0 != feed } ?? false }
    }

    /// The number of streams that this node follows.
    package var streamCount: Int { streams.count }

    /// The fetch that someone here waits for has ended on another node.
    private func hearElsewhere(_ feed: Feed.ID) {
        guard let name = elsewhere.removeValue(forKey: feed), let board = boards[name] else { return }
        hear(of: feed, board)
    }

    /// Notifies the followers of those of these feeds that have changed since they were last compared, if only by the time of a fetch.
    private func compare(_ feeds: Set<Feed.ID>) async throws {
        guard !feeds.isEmpty else { return }
        for feed in try await store.feeds.feeds(feeds) where editions[feed.id] != feed {
            editions[feed.id] = feed
            subscribers.tell(feed.id, .ended)
        }
    }
}
