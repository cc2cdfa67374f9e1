import Boards
import Fetching
import Foundation
import Logging
import Records
import Storage

// A node among several that share a database fetches only feeds that it has leased (Decision 64).
extension Watcher {
    /// Starts the due feeds that no other node fetches, as far as there is room. Returns whether some are left.
    func startLeased(_ due: [(feed: Feed, board: Board)], by leases: FeedLeases) async throws -> Bool {
        guard !due.isEmpty else { return false }
        let taken = try await leases.take(due.map { WantedFeed($0.feed, due: $0.feed.due) }, room: leases.limits.room - fetches.count)
        let boards = Dictionary(due.map { ($0.feed.id, $0.board) }) { first, _ in first }
        for one in taken {
            if let board = boards[one.feed.id], mayStart(one.feed, board) {
                start(one.feed, board, for: "schedule", .background, under: one.lease)
            } else {
                await leases.give(one.lease, of: one.feed.id)
            }
        }
        return taken.count < due.count
    }

    /// Fetches a feed on a person's request, unless another node is fetching it: then callers here are notified of its end.
    func startByHand(
        _ feed: Feed, _ board: Board, for requester: String, by person: Person.ID?, with leases: FeedLeases
    ) async -> Refreshing {
        let taken: [LeasedFeed]
        do { taken = try await leases.take([WantedFeed(feed)], room: 1, byHand: true) } catch {
            logger.warning("a feed can’t be taken: \(error)", metadata: ["board": "\(board.name)", "feed": "\(feed.id)"])
            return Refreshing()
        }
        guard let one = taken.first else {
            if await !leases.holds(feed.id) { elsewhere[feed.id] = board.name }
            news.send()
            return Refreshing(running: 1)
        }
        // Another node may have fetched it since the caller checked.
        guard mayStart(one.feed, board), !isFresh(one.feed) else {
            await leases.give(one.lease, of: feed.id)
            return isFresh(one.feed) ? Refreshing(fresh: 1) : Refreshing()
        }
        start(one.feed, board, for: requester, by: person, .interactive, under: one.lease)
        return Refreshing(started: 1)
    }

    /// Whether the feed may still be fetched, after possible changes meanwhile.
    private func mayStart(_ feed: Feed, _ board: Board) -> Bool {
        !isStopping && fetches[feed.id] == nil && !held.contains(board.name) && boards[board.name]?.edition == board.edition
    }

    /// Ends the wait for feeds that another node was fetching, once it has finished.
    func lookElsewhere(by leases: FeedLeases) async throws {
        guard !elsewhere.isEmpty else { return }
        for feed in try await leases.ended(of: elsewhere.keys) {
            guard let name = elsewhere.removeValue(forKey: feed) else { continue }
            if let board = boards[name] { hear(of: feed, board) }
        }
    }

    /// Stops the fetches under leases that another node has, or may have.
    func lose(_ feeds: Set<Feed.ID>) {
        for feed in feeds {
            if fetches[feed] != nil || streams[feed] != nil {
                logger.warning("another server may fetch the feed now, so this one stops", metadata: ["feed": "\(feed)"])
            }
            fetches[feed]?.isLost = true
            fetches[feed]?.job?.cancel()
            streams.removeValue(forKey: feed)?.task.cancel()
        }
    }
}

extension WantedFeed {
    init(_ feed: Feed, due: Timestamp? = nil) {
        let url = URL(string: feed.url)
        let port = url?.port ?? (url?.scheme?.lowercased() == "https" ? 443 : 80)
        self.init(feed.id, host: url?.host.map { "\($0.lowercased()):\(port)" } ?? "", due: due)
    }
}
