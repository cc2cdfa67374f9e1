import Hummingbird
import NIOCore
import Records
import ServiceLifecycle
import Watching

/// `/live/boards/<name>` of a list: how the reading of its source goes, and what has changed in it.
///
/// `region` replaces what stands above the rows, `progress` moves the bar, `running` says whether the source is still being read, `change` and
/// `reset` are those of `LiveChanges`: the page asks for its rows again.
struct LiveList: Sendable {
    private let page: ListPage

    init(_ page: ListPage) { self.page = page }

    func events(for request: Request) async throws -> Response {
        let feeds = try await page.shown().feeds
        let events = await page.site.watcher.events(of: feeds) { _ in false }
        return EventStream.response(to: request, events) { events, writer in
            var changes = LiveChanges(of: feeds, in: page.site.store, for: request)
            try await writer.write(try await status(&changes))
            for await event in events {
                switch event {
                case nil: try await writer.write(EventStream.heartbeat)
                case .progress(let progress):
                    let line = FetchProgress(progress, matches: nil).line(page.words)
                    try await writer.write(ByteBuffer(string: EventStream.frame("progress", line)))
                case .began, .ended: try await writer.write(try await status(&changes))
                case .row, .withdrawn: break
                }
            }
        }
    }

    private func status(_ changes: inout LiveChanges) async throws -> ByteBuffer {
        let status = try await page.status(of: try await page.shown())
        var running = JSONLine()
        running.add("running", status.isRunning)
        let region = EventStream.region(ListView.statusRegion, ListView(reader: page.reader).status(status))
        let news = try await changes.news()
        return ByteBuffer(
            string: news.frames + EventStream.frame("region", region) + EventStream.frame("running", running, id: news.id))
    }
}
