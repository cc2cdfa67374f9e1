import Hummingbird
import NIOCore
import Records
import ServiceLifecycle
import Watching

/// `/live/boards/<name>` of a list or a table: how the reading of its source goes, and what has changed in it.
///
/// `region` replaces what stands above the rows, `progress` moves the bar, `running` says whether the source is still being read, `change` and
/// `reset` are those of `LiveChanges`: the page asks for its rows again.
struct LiveList: Sendable {
    private let shown: ShownBoard

    init(_ shown: ShownBoard) { self.shown = shown }

    func events(for request: Request) async throws -> Response {
        let feeds = try await shown.feeds().feeds
        let events = await shown.site.watcher.events(of: feeds) { _ in false }
        return EventStream.response(to: request, events) { events, writer in
            var changes = LiveChanges(of: feeds, in: shown.site.store, for: request)
            try await writer.write(try await status(&changes))
            for await event in events {
                switch event {
                case nil: try await writer.write(EventStream.heartbeat)
                case .progress(let progress):
                    let line = FetchProgress(progress, matches: nil).line(shown.words)
                    try await writer.write(ByteBuffer(string: EventStream.frame("progress", line)))
                case .began, .ended: try await writer.write(try await status(&changes))
                case .row, .withdrawn: break
                }
            }
        }
    }

    private func status(_ changes: inout LiveChanges) async throws -> ByteBuffer {
        let status = try await shown.status(of: try await shown.feeds())
        var running = JSONLine()
        running.add("running", status.isRunning)
        let region = EventStream.region(BoardFrameView.statusRegion, BoardFrameView.status(status, shown.words))
        let news = try await changes.news()
        return ByteBuffer(
            string: news.frames + EventStream.frame("region", region) + EventStream.frame("running", running, id: news.id))
    }
}
