package import Boards
import Fetching
import Records
import Storage

/// Boards that come, change and go while the server runs.
extension Watcher {
    /// Puts a board to work in the place of that of its name; nil: takes that one away. Concerns no other board, and reads nothing of them.
    ///
    /// What reads the former board is ended first, and the new one's table made, as at a start (`FeedStore.prepare`): records stay as they
    /// are with the same fields or fewer, with others the table is set aside. Then the feeds go on by their schedule; what was never read,
    /// or has other fields now, is read at once. If it throws (`StorageError`), the former board goes on. For one call at a time.
    package func change(_ board: Board?, named name: String) async throws {
        let former = boards[name]
        held.insert(name)
        await endReading(of: name)
        do {
            if let board { try await store.feeds.prepare(name, board.schema) }
        } catch {
            held.remove(name)
            if let former { try? await goOn(with: former) }
            throw error
        }
        boards.set(board, named: name)
        held.remove(name)
        if let board { try await goOn(with: board, isReadAgain: former?.schema != board.schema) } else { try await rest(name) }
    }

    private func endReading(of name: String) async {
        let (runs, following) = (fetches.values.filter { $0.board == name }, streams.filter { $0.value.board == name })
        for run in runs { run.job?.cancel() }
        for stream in following.values { stream.task.cancel() }
        for run in runs { await run.task.value }
        for (feed, stream) in following {
            await stream.task.value
            streams[feed] = nil
        }
    }

    /// Before the schedule has begun there is nothing to do: it begins with the boards that there are then.
    private func goOn(with board: Board, isReadAgain: Bool = false) async throws {
        guard hasBegun else { return }
        try await beginStandardFeeds(of: board)
        try await joinWatched(of: [board])
        let feeds = try await store.feeds.all(of: board.name)
        try await setDue(feeds)
        for feed in feeds where feed.due != nil && (isReadAgain || feed.lastSuccess == nil) && board.owns(feed.url, feed.binding) {
            try await store.feeds.setDue(now(), for: feed)
        }
        try await followStreams(of: board)
        news.send()
    }

    /// Nothing of a board that is gone is due any more.
    private func rest(_ name: String) async throws {
        for feed in try await store.feeds.all(of: name) where feed.due != nil { try await store.feeds.setDue(nil, for: feed) }
    }
}
