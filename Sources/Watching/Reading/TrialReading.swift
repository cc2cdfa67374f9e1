package import Boards
package import Extraction
package import Fetching
package import Foundation
package import Records
import Storage

/// Reads a board's source once, like a server, and keeps nothing: the records pass through a temporary store.
package struct TrialReading: Sendable {
    private let board: Board
    private let url: URL
    private let secrets: Secrets

    /// `url` is the complete address of a document or stream.
    package init(_ board: Board, at url: URL, _ secrets: Secrets) {
        (self.board, self.url, self.secrets) = (board, url, secrets)
    }

    package struct Found: Sendable {
        /// The records in document order.
        package let records: [Record]
        package let notes: ReadingNotes
    }

    /// The disk has no room for the records.
    package struct NoRoom: Error {
        package let cause: any Error
    }

    /// `time` limits the whole fetch; nil for the board's timeout. A stream is read until its first record. A browser puts a screenshot of
    /// the page into `picture`, even if the page couldn't be read.
    ///
    /// Throws `RefreshError`, `MissingSecret` and `NoRoom`.
    package func found(
        by fetcher: Fetcher, within time: Duration? = nil, picture: PagePicture? = nil,
        onProgress: @escaping @Sendable (JobProgress) -> Void = { _ in }
    ) async throws -> Found {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-check-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store: Store
        do { store = try Store(in: folder) } catch { throw NoRoom(cause: error) }
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: url.absoluteString)
        let refresh = Refresh(board: board, feed: feed, store: store, secrets: secrets)
        var request = try refresh.request()
        if let time { request.timeouts.total = time }
        if let picture, request.renders != nil { request.picture = picture }
        let job = fetcher.job(request, for: "check")
        var notes = ReadingNotes()
        if case .stored(_, _, let noted) = try await refresh.run(job, of: fetcher, { _ in onProgress(job.progress) }) { notes = noted }
        return Found(records: try await store.feeds.records(of: feed, board.schema).map(\.record), notes: notes)
    }
}
