import Boards
import Logging
import Records
import Storage

/// Which feeds the schedule keeps up to date.
extension Watcher {
    /// How long an unwatched feed is kept up to date after a request for it.
    private static let remembered = Duration.seconds(14 * 86_400)

    func putOnSchedule() async throws {
        for board in boards.current.all { try await beginStandardFeeds(of: board) }
        try await joinWatched(of: boards.current.all)
        try await setDue(try await store.feeds.all())
    }

    func beginStandardFeeds(of board: Board) async throws {
        guard board.own?.hasReader != false else { return }
        for feed in try await feeds(of: board) where feed.due == nil && board.source.isScheduled {
            try await store.feeds.setDue(now(), for: feed, insteadOf: nil)
        }
    }

    /// Schedules feeds that are in use, and unschedules unused ones.
    func setDue(_ feeds: [Feed]) async throws {
        let watched = try await store.feeds.watchedFeeds()
        for feed in feeds {
            guard let board = boards[feed.board] else { continue }
            let isDue = isUsed(feed, board, isWatched: watched.contains(feed.id))
            // Another node may have scheduled and fetched it meanwhile.
            if isDue != (feed.due != nil) { try await store.feeds.setDue(isDue ? now() : nil, for: feed, insteadOf: feed.due) }
        }
    }

    /// A person who watches one of the feeds that are shown together watches all of them, including choices added to the board's file since
    /// then.
    func joinWatched(of boards: [Board]) async throws {
        let boards = boards.filter { $0.source.each != nil }
        guard !boards.isEmpty else { return }
        let watched = try await store.feeds.watchedFeeds()
        for board in boards {
            let choices = try await store.feeds.all(of: board.name).filter { watched.contains($0.id) && board.owns($0.url, $0.binding) }
                .map { board.chosen(in: $0.binding) }
            for choice in Set(choices) {
                // Feeds that can't be created are skipped.
                do { _ = try await feeds(of: board, choice) } catch {
                    logger.warning("\(error)", metadata: ["board": "\(board.name)"])
                }
            }
        }
    }

    /// Whether the schedule keeps a feed up to date: a board's standard feed, a watched feed, or a recently requested one.
    func isUsed(_ feed: Feed, _ board: Board, isWatched: Bool) -> Bool {
        guard board.source.isScheduled, board.owns(feed.url, feed.binding), board.own?.hasReader != false else { return false }
        if isWatched || isStandard(feed, board) { return true }
        return feed.lastAsked.map { now() - $0 < Self.remembered } ?? false
    }

    func isStandard(_ feed: Feed, _ board: Board) -> Bool { board.chosen(in: feed.binding).isEmpty }
}
