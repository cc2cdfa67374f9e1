import Boards
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import ServiceLifecycle
import Watching

/// `/live/boards/<name>?<field>=<needle>`: a lookup's page kept true while it is open, as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
///
/// First every region as it is now, so that a page that reconnects is right at once; then `running`, `progress` and each region
/// that has changed. A comment every 20 seconds keeps proxies from closing the line. Ends when the page closes or the server stops.
struct LiveLookup: Sendable {
    private let page: LookupPage

    init(_ page: LookupPage) { self.page = page }

    func events(for request: Request) async throws -> Response {
        let text = page.asked(in: request)
        let needle: Value?
        do { needle = try text.map { try page.board.needle($0) } } catch { throw HTTPError(.badRequest, message: "\(error)") }
        let feed = try await page.site.watcher.feed(of: page.board)
        let events = await page.site.watcher.events(of: feed, matching: page.matcher(needle))
        let screen = Screen(page: page, text: needle?.text)
        let body = ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await Self.write(events, screen, to: &writer)
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-cache", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        return Response(status: .ok, headers: headers, body: body)
    }

    private static func write(_ events: AsyncStream<LiveEvent>, _ screen: Screen, to writer: inout any ResponseBodyWriter) async throws {
        var screen = screen
        try await writer.write(try await screen.changes(everything: true))
        for await event in events.withHeartbeat(every: .seconds(20)).cancelOnGracefulShutdown() {
            try await writer.write(try await screen.frames(for: event))
        }
    }
}

/// What one open page shows, so that only what differs is sent.
private struct Screen {
    let page: LookupPage
    let text: String?
    private var shown: [String: HTML] = [:]
    private var matches = 0

    init(page: LookupPage, text: String?) {
        self.page = page
        self.text = text
    }

    mutating func frames(for event: LiveEvent?) async throws -> ByteBuffer {
        switch event {
        case nil: return ByteBuffer(string: ": still here\n\n")
        case .progress(let progress):
            let progress = FetchProgress(progress, matches: text == nil ? nil : matches)
            var line = JSONLine()
            line.add("received", progress.receivedBytes)
            line.add("total", progress.knownTotal)
            line.add("rate", progress.bytesPerSecond)
            line.add("matches", progress.matches)
            line.add("text", Wording.progress(progress))
            return ByteBuffer(string: Self.frame("progress", line))
        case .row, .withdrawn, .began, .ended:
            return try await changes(everything: false)
        }
    }

    mutating func changes(everything: Bool) async throws -> ByteBuffer {
        let model = try await page.model(for: text)
        matches = model.progress?.matches ?? 0
        var running = JSONLine()
        running.add("running", model.isRunning)
        var text = ""
        for region in LookupView.regions(model) where everything || shown[region.id] != region.html {
            shown[region.id] = region.html
            text += Self.frame("region", LookupPage.region(region))
        }
        // Last: it takes the progress bar away, or tells the button.
        return ByteBuffer(string: text + Self.frame("running", running))
    }

    private static func frame(_ name: String, _ line: JSONLine) -> String { "event: \(name)\ndata: \(line.closed)\n\n" }
}

extension AsyncStream where Element == LiveEvent {
    /// The same events, and nil whenever there was none for so long.
    fileprivate func withHeartbeat(every period: Duration) -> AsyncStream<LiveEvent?> {
        AsyncStream<LiveEvent?>(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await event in self { continuation.yield(event) }
                    }
                    group.addTask {
                        while (try? await Task.sleep(for: period)) != nil { continuation.yield(nil) }
                    }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
