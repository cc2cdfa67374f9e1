import Broadcasting
import DemoPublishing
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localisation
import Logging
import Records
import ServiceLifecycle
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

@testable import BoardPages
@testable import Serving
@testable import Web

@Suite("Live events")
struct LiveLookupTests {
    private let number = VisaList.wellKnownBatch

    @Test("a page hears first all there is, then each row while the source still sends, and at last that it is over")
    func wholeStory() async throws {
        let (bytes, gate) = (VisaList.sample.pdf, Gate())
        let source = try Source { connection in
            try connection.sendHead("200 OK", [("Content-Length", "\(bytes.count)")])
            try connection.send(Array(bytes[..<(bytes.count * 3 / 4)]))
            try gate.block()
            try connection.send(Array(bytes[(bytes.count * 3 / 4)...]))
        }
        try await withRunningHouse(source) { house, page, _ in
            let events = page.open("/live/boards/visa?batch=\(number)")
            try await eventually("the first frames are there") { events.names.contains("running") }
            #expect(events.names == Array(repeating: "region", count: 5) + ["running"])
            #expect(events.running == [false])
            #expect(events.head?["content-type"] == "text/event-stream")
            #expect(events.head?["cache-control"] == "no-store")

            try await house.watcher.refresh(house.board, for: "test")
            try await eventually("the row is there") { events.regions("lookup-result").last?.contains("Administrative Processing") == true }
            #expect(!gate.isOpen)
            #expect(events.running.last == true)
            try await eventually("progress is told") { events.names.contains("progress") }
            let progress = try #require(events.data("progress").first)
            #expect(progress.contains("\"total\":\(bytes.count)"))
            let isOver = events.running.count

            gate.open()
            try await eventually("it is over") { events.running.dropFirst(isOver).last == false }
            #expect(events.regions("lookup-updated").last?.contains("Last updated") == true)
            #expect(events.regions("lookup-result").last?.contains("Administrative Processing") == true)
            #expect(events.regions("lookup-progress").last == "")
            let reloaded = try await house.client { try await $0.get("/boards/visa?batch=\(number)") }
            let shown = try #require(events.regions("lookup-result").last)
            #expect(reloaded.text.contains(shown))
        }
    }

    @Test("a page that comes late or again is told at once what has passed so far")
    func late() async throws {
        let (bytes, gate) = (VisaList.sample.pdf, Gate())
        let source = try Source { connection in
            try connection.sendHead()
            try connection.send(Array(bytes[..<(bytes.count * 3 / 4)]))
            try gate.block()
            try connection.send(Array(bytes[(bytes.count * 3 / 4)...]))
        }
        try await withRunningHouse(source) { house, page, _ in
            defer { gate.open() }
            try await house.watcher.refresh(house.board, for: "test")
            let feed = try await house.watcher.feed(of: house.board)
            try await eventually("the row has passed") { await house.watcher.rowCountSoFar(of: feed) >= 31 }
            let events = page.open("/live/boards/visa?batch=\(number)")
            try await eventually("the first frames are there") { events.names.contains("running") }
            #expect(events.running == [true])
            #expect(events.regions("lookup-result").first?.contains("Administrative Processing") == true)
        }
    }

    @Test("a failed reading is told to the open page")
    func failure() async throws {
        let source = try Source { try $0.answer("503 Service Unavailable") }
        try await withRunningHouse(source) { house, page, _ in
            let events = page.open("/live/boards/visa?batch=\(number)")
            try await eventually("the first frames are there") { events.names.contains("running") }
            try await house.watcher.refresh(house.board, for: "test")
            try await eventually("the reason is told") {
                events.regions("lookup-progress").last?.contains("answered 503 Service Unavailable") == true
            }
            #expect(events.running.last == false)
        }
    }

    @Test("a number that cannot be one gets no stream")
    func refused() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let response = try await client.get("/live/boards/visa?batch=123")
                #expect(response.status == .badRequest)
                #expect(response.text.contains("it has 11 digits."))
            }
            #expect(await house.watcher.subscriberCount == 0)
        }
    }

    @Test("a closed page is forgotten, and so is one that only asked for the head")
    func closed() async throws {
        try await withRunningHouse(Source()) { house, page, _ in
            let live = house.web.parts.sources.live
            let pages = (0..<3).map { _ in page.open("/live/boards/visa?batch=\(number)") }
            try await eventually("all are there") { pages.allSatisfy { $0.names.contains("running") } }
            #expect(await live.screenCount == 1)
            pages[0].close()
            try await eventually("one has gone") { live.broadcaster.eventFigures.subscribers == 2 }
            await live.closeUnfollowed(for: .zero)
            #expect(await live.screenCount == 1)
            for page in pages { page.close() }
            try await eventually("all have gone") { live.broadcaster.eventFigures.subscribers == 0 }
            await live.closeUnfollowed(for: .zero)
            #expect(await live.screenCount == 0)
            try await eventually("the source is not listened to") { await house.watcher.subscriberCount == 0 }
            _ = try await house.client { try await $0.execute(uri: "/live/boards/visa", method: .head) }
            #expect(await live.screenCount == 0)
        }
    }

    @Test("pages that show the same share one rendering, and what is of a person is in none of it")
    func shared() async throws {
        try await withRunningHouse(Source()) { house, page, _ in
            let live = house.web.parts.sources.live
            try await house.read()
            let pages = (0..<5).map { _ in page.open("/live/boards/visa?batch=\(number)") }
            let other = page.open("/live/boards/visa?batch=\(VisaList.wellKnownBatch.dropLast())9")
            try await eventually("all are there") { (pages + [other]).allSatisfy { $0.names.contains("running") } }
            #expect(await live.screenCount == 2)
            let ids = pages.map(\.lastID)
            try #require(Set(ids).count == 1)
            #expect(ids[0] != other.lastID)
            #expect(pages.allSatisfy { $0.regions("lookup-watch").isEmpty && $0.regions("lookup-problem").isEmpty })
            house.source.answer { try $0.answer("503 Service Unavailable") }
            try await house.read()
            try await eventually("all hear of the failure") {
                (pages + [other]).allSatisfy { $0.regions("lookup-progress").last?.contains("answered 503") == true }
            }
            #expect(Set(pages.map(\.lastID)).count == 1)
        }
    }

    @Test("there are only so many screens; those that nobody follows make room")
    func limit() async throws {
        try await withRunningHouse(Source()) { house, page, _ in
            let live = LiveBoards(
                house.web.parts.sources.live.broadcaster, watcher: house.watcher, limit: 2, now: { Timestamp(milliseconds: 0) })
            let feed = try await house.watcher.feed(of: house.board)
            func ask(_ needle: String) async -> Bool {
                let key = LiveBoards.Key(
                    board: "visa", choice: [:], feeds: [feed.id], language: "en", zone: "GMT", needle: .text(needle))
                let screen = LiveList(boards: house.web.parts.boards, board: house.board, words: .english, feeds: [feed])
                return await live.events(of: key, feeds: [feed], screen) != nil
            }
            #expect(await ask("1"))
            #expect(await ask("2"))
            #expect(await !ask("3"))
            #expect(await ask("2"))
            await live.closeUnfollowed(for: .zero)
            #expect(await ask("3"))
        }
    }

    @Test("a picture that can't be made is tried again while a page follows, and made at once for a page that comes")
    func unmade() async throws {
        try await withHouse(Source()) { house in
            let feed = try await house.watcher.feed(of: house.board)
            let live = LiveBoards(house.web.parts.sources.live.broadcaster, watcher: house.watcher, pause: .milliseconds(1))
            let key = LiveBoards.Key(board: "visa", choice: [:], feeds: [feed.id], language: "en", zone: "GMT", needle: nil)
            let screen = Fragile()
            func ask(_ feeds: [Feed]) async throws -> EventFeed { try #require(await live.events(of: key, feeds: feeds, screen)) }
            let events = try await ask([feed])
            let heard = Mutex("")
            let page = Task {
                for await frame in events.frames(last: nil) { heard.withLock { $0 += String(decoding: frame, as: UTF8.self) } }
            }
            try await eventually("the page follows") { events.hasStreams && heard.withLock { $0.contains("picture 1") } }
            screen.show(2, failing: 3)
            // Other feeds than before: it renders.
            _ = try await ask([])
            try await eventually("the page shows it") { heard.withLock { $0.contains("picture 2") } }
            #expect(screen.failuresLeft == 0)

            page.cancel()
            try await eventually("the page has gone") { !events.hasStreams }
            screen.show(3, failing: .max)
            _ = try await ask([feed])
            #expect(screen.shown == 2)
            screen.show(3, failing: 0)
            _ = try await ask([feed])
            #expect(screen.shown == 3)
        }
    }

    @Test("a graceful stop of the server ends an open stream in order")
    func gracefulStop() async throws {
        try await withRunningHouse(Source()) { house, page, stop in
            let events = page.open("/live/boards/visa")
            try await eventually("the first frames are there") { events.names.contains("running") }
            await stop()
            try await eventually("the stream has ended") { events.state == .done }
            try await eventually("the page is forgotten") { await house.watcher.subscriberCount == 0 }
        }
    }
}

/// A screen whose pictures are numbers, and which fails as often as a test wants.
private final class Fragile: LiveScreen {
    private let state = Mutex((number: 1, failures: 0, shown: 0))
    private struct Broken: Error {}

    let words = Words.english
    var failuresLeft: Int { state.withLock { $0.failures } }
    /// Of the last picture.
    var shown: Int { state.withLock { $0.shown } }

    func show(_ number: Int, failing failures: Int) { state.withLock { ($0.number, $0.failures) = (number, failures) } }

    func picture() throws -> LivePicture {
        try state.withLock { state in
            guard state.failures == 0 else {
                state.failures -= 1
                throw Broken()
            }
            state.shown = state.number
            return LivePicture(regions: [("part", "picture \(state.number)")], isRunning: false, change: 0)
        }
    }
}

/// A house whose server listens, a browser for it, and what stops the server.
private func withRunningHouse(
    _ source: Source, _ body: @escaping @Sendable (House, Browser, @escaping @Sendable () async -> Void) async throws -> Void
) async throws {
    try await withHouse(source) { house in
        let live = house.web.parts.sources.live
        let services = ServiceGroup(services: [house.web, live.broadcaster, live], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            do {
                let browser = Browser(port: try await house.port.known())
                do { try await body(house, browser) { await services.triggerGracefulShutdown() } } catch {
                    try? await browser.quit()
                    throw error
                }
                try await browser.quit()
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}

/// Opens event streams. Our own fetcher is as good at that as any.
private struct Browser: Sendable {
    private let port: Int
    private let fetcher: Fetcher

    init(port: Int) {
        self.port = port
        fetcher = Fetcher(.loopback)
    }

    func open(_ path: String) -> EventStream {
        EventStream(fetcher.job(Fetching.Request(url: URL(string: "http://127.0.0.1:\(port)\(path)")!), for: "test"))
    }

    func quit() async throws { try await fetcher.shutdown() }
}

/// What has come on one stream of server-sent events so far.
private final class EventStream: Sendable {
    private struct Region: Decodable {
        let id: String
        let html: String
    }

    private let job: Job
    private let received = Received()

    private final class Received: Sendable {
        let parts = Mutex<(head: ResponseHead?, bytes: [UInt8])>((nil, []))

        func take(_ part: Part) {
            parts.withLock { parts in
                switch part {
                case .head(let head): parts.head = head
                case .body(let bytes): parts.bytes += bytes
                }
            }
        }
    }

    init(_ job: Job) {
        self.job = job
        // Ends with the job, which `deinit` ends.
        Task { [received] in _ = try? await job.run { received.take($0) } }
    }

    deinit { job.cancel() }

    func close() { job.cancel() }
    var state: JobState { job.state }
    var head: ResponseHead? { received.parts.withLock { $0.head } }

    /// Complete events, in order.
    private var events: [(name: String, data: String)] {
        let text = String(decoding: received.parts.withLock { $0.bytes }, as: UTF8.self)
        return text.components(separatedBy: "\n\n").dropLast().compactMap { frame in
            let lines = frame.components(separatedBy: "\n")
            // Some have an id between the two.
            guard (2...3).contains(lines.count), lines[0].hasPrefix("event: "), let data = lines.last, data.hasPrefix("data: ") else {
                return nil
            }
            return (String(lines[0].dropFirst(7)), String(data.dropFirst(6)))
        }
    }

    var names: [String] { events.map(\.name) }
    var running: [Bool] { data("running").map { $0.hasPrefix(#"{"running":true"#) } }
    var lastID: String? {
        String(decoding: received.parts.withLock { $0.bytes }, as: UTF8.self).split(separator: "\n").last { $0.hasPrefix("id: ") }.map {
            String($0)
        }
    }
    func data(_ name: String) -> [String] { events.filter { $0.name == name }.map(\.data) }

    /// All that a region has been so far.
    func regions(_ id: String) -> [String] {
        data("region").compactMap { try? JSONDecoder().decode(Region.self, from: Data($0.utf8)) }.filter { $0.id == id }.map(\.html)
    }
}
