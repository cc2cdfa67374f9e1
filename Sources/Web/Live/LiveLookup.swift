import Boards
import Hummingbird
import NIOCore
import Records
import ServiceLifecycle
import Watching

/// `/live/boards/<name>?<field>=<needle>`: a lookup's page kept true while it is open, as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
///
/// First every region as it is now, so that a page that reconnects is right at once; then `running`, `progress` and each region
/// that has become different, and the changes of the needle's rows (`LiveChanges`). A comment every 20 seconds keeps proxies from closing the line. Ends when the page closes or the server stops.
struct LiveLookup: Sendable {
    private let page: LookupPage

    init(_ page: LookupPage) { self.page = page }

    func events(for request: Request) async throws -> Response {
        let text = page.asked(in: request)
        let needle: Value?
        do throws(NeedleError) { needle = try text.map { text throws(NeedleError) in try page.board.needle(text) } } catch {
            throw HTTPError(.badRequest, message: page.words.problem(error))
        }
        let feeds = try await page.shown().feeds
        let events = await page.site.watcher.events(of: feeds, matching: page.matcher(needle))
        return EventStream.response(to: request, events) { events, writer in
            let changes = LiveChanges(of: feeds, in: page.site.store, needle: needle?.text ?? "", for: request)
            var screen = Screen(page: page, text: needle?.text, news: changes)
            try await writer.write(try await screen.changes(everything: true))
            for await event in events { try await writer.write(try await screen.frames(for: event)) }
        }
    }
}

/// What one open page shows, so that only what differs is sent.
private struct Screen {
    let page: LookupPage
    let text: String?
    private var shown: [String: HTML] = [:]
    private var matches = 0
    private var news: LiveChanges

    init(page: LookupPage, text: String?, news: LiveChanges) {
        self.page = page
        self.text = text
        self.news = news
    }

    mutating func frames(for event: LiveEvent?) async throws -> ByteBuffer {
        switch event {
        case nil: return EventStream.heartbeat
        case .progress(let progress):
            return ByteBuffer(
                string: EventStream.frame("progress", FetchProgress(progress, matches: text == nil ? nil : matches).line(page.words)))
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
        for region in LookupView(reader: page.reader).regions(model) where everything || shown[region.id] != region.html {
            shown[region.id] = region.html
            text += EventStream.frame("region", EventStream.region(region.id, region.html))
        }
        // Last: it takes the progress bar away, or tells the button.
        let news = try await news.news()
        return ByteBuffer(string: news.frames + text + EventStream.frame("running", running, id: news.id))
    }
}
