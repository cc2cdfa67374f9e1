import Boards
import DemoPublishing
import Fetching
import Foundation
import LongJobs
import Records
import Storage
import TestSupport
import Testing
import Watching

/// The service over loopback: a real source, a real store, no waiting for the hour to pass.
@Suite("Watcher") struct WatcherTests {
    private let folder: TemporaryFolder
    private let document = VisaListPDF(pages: 4).bytes(of: VisaList(rows: 80, seed: 2))

    init() throws { folder = try TemporaryFolder() }

    /// A watcher over one visa board, whose source follows the script.
    private func withWatcher(
        onSchedule: Bool = true, _ script: @escaping ScriptedServer.Script,
        _ body: (Watcher, Board, Store, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(script)
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = server.url("/list.pdf")
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        try await WatchingTests.withWatcher(of: board, in: store, server, onSchedule: onSchedule) { watcher in
            try await body(watcher, board, store, server)
        }
    }

    @Test("a feed that was never read is read by the schedule, once, and again an hour later")
    func schedule() async throws {
        let document = document
        try await withWatcher({ try $0.answer("200 OK", [], body: document) }) { watcher, board, _, server in
            try await eventually("the feed was read and is due again") {
                let feed = try await watcher.feed(of: board)
                let isRunning = await watcher.progress(of: feed) != nil
                return !isRunning && feed.lastSuccess != nil && (feed.due ?? .system()) > .system() + .seconds(1800)
            }
            let feed = try await watcher.feed(of: board)
            #expect(feed.recordCount == 80)
            #expect(feed.failure == nil)
            #expect((feed.due ?? .system()) < .system() + .seconds(4000))
            #expect(server.requests.count == 1)
        }
    }

    @Test("a reading that failed is tried again after a minute or so, not after the hour")
    func failure() async throws {
        try await withWatcher({ try $0.answer("500 Internal Server Error", [], body: []) }) { watcher, board, _, _ in
            try await eventually("the failure is noted and scheduled") {
                let feed = try await watcher.feed(of: board)
                return feed.failures > 0 && feed.due != nil
            }
            // How long, within these bounds, is left to chance: the next may be ten seconds away.
            let feed = try await watcher.feed(of: board)
            #expect(feed.failure?.message.contains("500") == true)
            #expect(feed.lastSuccess == nil)
            let (attempt, due) = (try #require(feed.lastAttempt), try #require(feed.due))
            #expect(due >= attempt + .seconds(10))
            #expect(due <= attempt + .seconds(120 << (feed.failures - 1)))
        }
    }

    @Test("a reading that somebody cancels is left to the schedule")
    func cancelled() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try ScriptedServer { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            try gate.block()
        }
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = server.url("/list.pdf")
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        let jobs = try await Jobs(store: store)
        try await WatchingTests.withWatcher(of: board, in: store, server, jobs: jobs, onSchedule: true) { watcher in
            var job: LongJob?
            try await eventually("the first reading is a job") {
                job = try await jobs.list().first
                return job != nil && !server.requests.isEmpty
            }
            #expect(try await jobs.cancel(try #require(job).id))
            try await eventually("it has ended and isn’t due") {
                let feed = try await watcher.feed(of: board)
                return await watcher.progress(of: feed) == nil && (feed.due ?? .system()) > .system() + .seconds(1800)
            }
            let feed = try await watcher.feed(of: board)
            #expect(feed.failure == nil)
            #expect(feed.lastAttempt == nil)
            #expect(server.requests.count == 1)

            // Cancelling a reading that wasn't due leaves the schedule unchanged.
            let soon = Timestamp.system() + .seconds(600)
            try await store.feeds.setDue(soon, for: feed)
            try await watcher.refresh(board, for: "test")
            var other: LongJob?
            try await eventually("another reading is a job") {
                other = try await jobs.list().first
                return other?.id != job?.id && server.requests.count == 2
            }
            #expect(try await jobs.cancel(try #require(other).id))
            try await eventually("it has ended") { await watcher.progress(of: feed) == nil }
            #expect(try await store.feeds.feed(feed.id)?.due == soon)
        }
    }

    @Test("however many ask at once the source is asked once, and each hears its row while the source is still sending")
    func together() async throws {
        let (gate, document) = (Gate(), document)
        let half = document.count * 3 / 4
        try await withWatcher(
            onSchedule: false,
            { connection in
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(document.count)\r\n\r\n")
                try connection.send(Array(document[..<half]))
                try gate.block()
                try connection.send(Array(document[half...]))
            }
        ) { watcher, board, _, server in
            let feed = try await watcher.feed(of: board)
            let wanted = Value.text(VisaList.wellKnownBatch)
            try await withThrowingTaskGroup(of: Record?.self) { group in
                for _ in 0..<20 {
                    let events = await watcher.events(of: feed) { $0.values[0] == wanted }
                    group.addTask {
                        for await case .row(let row) in events { return row.record }
                        return nil
                    }
                }
                for _ in 0..<20 { try await watcher.refresh(board, for: "test") }
                for try await record in group { #expect(record?.values[1] == .text("Administrative Processing")) }
            }
            try await eventually("all that was sent has come") { await watcher.progress(of: feed)?.receivedBytes == half }
            #expect(await watcher.rowsSoFar(of: feed, where: 0, is: wanted).count == 1)
            gate.open()
            try await eventually("the reading is over") { await watcher.progress(of: feed) == nil }
            #expect(server.requests.count == 1)
            try await eventually("the listeners are forgotten") { await watcher.subscriberCount == 0 }
        }
    }
}
