import Boards
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import ServiceLifecycle
import Storage
import Watching

/// `/live/boards/<name>` of a board of stations: how the reading of its sources goes, and that prices have changed in one of them. The events are
/// those of `LiveList`; the page asks for its list again.
struct LiveStations: Sendable {
    private let page: StationsPage
    /// Sources that one page listens to.
    private static let limit = 8

    init(_ page: StationsPage) { self.page = page }

    func events(for request: Request) async throws -> Response {
        // Only what a page has asked for before: whoever listens adds no source.
        let feeds = Array(try await page.site.knownFeeds(of: page.board, BoardChoice.values(in: request.query)).prefix(Self.limit))
        var streams: [AsyncStream<LiveEvent>] = []
        for feed in feeds { streams.append(await page.site.watcher.events(of: feed) { _ in false }) }
        return EventStream.response(to: request, .merged(streams)) { events, writer in
            var known = request.headers[Self.header].flatMap { Int64($0) } ?? request.query["after"].flatMap { Int64($0) }
            try await writer.write(try await status(feeds, &known))
            for await event in events {
                switch event {
                case nil: try await writer.write(EventStream.heartbeat)
                case .progress(let progress):
                    let line = FetchProgress(progress, matches: nil).line(page.words)
                    try await writer.write(ByteBuffer(string: EventStream.frame("progress", line)))
                case .began, .ended: try await writer.write(try await status(feeds, &known))
                case .row, .withdrawn: break
                }
            }
        }
    }

    /// `known` is the last change of any of them that the page shows.
    private func status(_ feeds: [Feed], _ known: inout Int64?) async throws -> ByteBuffer {
        var now: [Feed] = []
        for feed in feeds { if let feed = try await page.site.store.feed(feed.id) { now.append(feed) } }
        let status = try await page.status(of: now)
        var running = JSONLine()
        running.add("running", status.isRunning)
        let region = EventStream.region(StationsView.statusRegion, StationsView(reader: page.reader).status(status))
        let last = try await page.site.store.lastChangeID(of: feeds)
        let news = known.map { $0 != last } ?? false ? EventStream.frame("reset", JSONLine(), id: last) : ""
        known = last
        return ByteBuffer(
            string: news + EventStream.frame("region", region) + EventStream.frame("running", running, id: last))
    }

    private static let header = HTTPField.Name("Last-Event-ID")!
}

extension AsyncStream where Element == LiveEvent {
    /// What comes from any of them; ends with the last.
    fileprivate static func merged(_ streams: [AsyncStream<LiveEvent>]) -> AsyncStream<LiveEvent> {
        guard streams.count != 1 else { return streams[0] }
        return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            // Ends with the stream that it fills.
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    for stream in streams { group.addTask { for await event in stream { continuation.yield(event) } } }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
