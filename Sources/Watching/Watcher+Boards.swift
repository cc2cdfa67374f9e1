package import Boards
import Fetching
import Records
import Storage

/// Boards that are added, changed and removed while the server runs.
extension Watcher {
    /// Replaces the board of that name; nil removes it. Doesn't affect other boards, and reads none of their data.
    ///
    /// First it ends all reading of the former board and creates the new one's table, as at a start (`FeedStore.prepare`): records stay if
    /// the fields are the same or fewer; otherwise the table is renamed. Then the feeds continue by their schedule; feeds that were never
    /// read, or are read in another way now (`Board.reading`), are read at once. If it throws (`StorageError`), the former board continues.
    /// One call at a time.
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
        if let board { try await goOn(with: board, isReadAgain: former?.reading != board.reading) } else { try await rest(name) }
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

    /// Before the schedule has begun there is nothing to do: it begins with the current boards.
    private func goOn(with board: Board, isReadAgain: Bool = false) async throws {
        guard hasBegun else { return }
        try await beginStandardFeeds(of: board)
        try await joinWatched(of: [board])
        let feeds = try await store.feeds.all(of: board.name)
        try await setDue(feeds)
        for feed in feeds where feed.due != nil && (isReadAgain || feed.lastSuccess == nil) && board.owns(feed.url, feed.binding) {
            try await store.feeds.setUnread(feed, due: now())
        }
        try await followStreams(of: board)
        news.send()
    }

    /// Unschedules the feeds of a removed board.
    private func rest(_ name: String) async throws {
        for feed in try await store.feeds.all(of: name) where feed.due != nil { try await store.feeds.setDue(nil, for: feed) }
    }
}
