import Boards
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

/// A board with parameters, its source over loopback.
@Suite("Feeds of a board with parameters") struct BoundFeedsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func board(_ server: ScriptedServer, scheduled: Bool = true) throws -> Board {
        let yaml = """
            title: Pump
            view: list
            parameters:
              product: { type: number, choices: { 1: Unleaded, 2: Premium }, default: 1 }
              suburb: { optional: true }
              day: { choices: [today, tomorrow] }
            source:
              url: '\(server.url("/rss").absoluteString)?Product={product}&Suburb={suburb}&Day={day}'
              each: day
              empty: keep
              \(scheduled ? "every: 1h" : "timeout: 60s")
            extract: { xml: { rows: //item, empty: true } }
            fields: { name: { type: text, key: true }, price: { type: number } }
            """
        return try Board(BoardFile.declaration(of: yaml), name: "pump", folder: URL(fileURLWithPath: "/"))
    }

    /// Prices by the query of their address; none for tomorrow.
    private static func answer(_ connection: Connection, tomorrow: Int? = nil) throws {
        let price = connection.request.target.contains("tomorrow") ? tomorrow : 150
        let rows = price.map { "<item><name>BP</name><price>\($0)</price></item>" } ?? ""
        try connection.answer("200 OK", [("Content-Type", "text/xml")], body: Array("<rss><channel>\(rows)</channel></rss>".utf8))
    }

    private func withWatcher(
        scheduled: Bool = true, teller: Teller? = nil, at time: Timestamp? = nil,
        _ script: @escaping ScriptedServer.Script = { try answer($0) },
        before: (Board, Store) async throws -> Void = { _, _ in },
        _ body: (Watcher, Board, Store, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(script)
        let board = try board(server, scheduled: scheduled)
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        try await before(board, store)
        try await WatchingTests.withWatcher(
            of: board, in: store, server, freshness: .zero, teller: teller, at: time, onSchedule: scheduled
        ) { watcher in
            try await body(watcher, board, store, server)
        }
    }

    @Test("the standard feeds are read by the schedule, each choice of the parameter that is gone through; others once somebody asks")
    func schedule() async throws {
        try await withWatcher { watcher, board, store, server in
            try await eventually("the standard feeds were read") {
                try await store.feeds.all(of: "pump").filter { $0.lastSuccess != nil }.count == 2
            }
            let asked = try await watcher.feeds(of: board, ["product": "2"])
            #expect(asked.map(\.binding) == [["product": "2", "day": "today"], ["product": "2", "day": "tomorrow"]])
            #expect(asked.allSatisfy { $0.due != nil && $0.lastAsked != nil })
            #expect(try await watcher.feeds(of: board, ["product": "2"]).map(\.id) == asked.map(\.id))
            #expect(try await watcher.refreshAll(for: "test").started > 0)
            try await eventually("nothing is read any more") { await watcher.running.isEmpty }
            #expect(
                Set(server.requests.map(\.target)) == [
                    "/rss?Product=1&Day=today", "/rss?Product=1&Day=tomorrow", "/rss?Product=2&Day=today", "/rss?Product=2&Day=tomorrow",
                ])
        }
    }

    @Test("after a restart what was asked for lately, and what is watched, is still on the schedule, and nothing else")
    func restart() async throws {
        let now = Timestamp.system()
        try await withWatcher(before: { board, store in
            for (suburb, days) in [("Perth", 1), ("Albany", 15), ("Subiaco", 15)] {
                let binding = try board.bindings(["suburb": suburb])[0]
                let feed = try await store.feeds.feed(of: "pump", url: try board.url(binding).absoluteString, binding: binding.values)
                try await store.feeds.noteAsked(feed, at: now + .seconds(-86_400 * days), due: now + .seconds(86_400))
                guard suburb == "Subiaco" else { continue }
                let ada = try await store.people.person(named: "Ada", at: now)
                _ = try await store.following.addWatch(of: ada, on: feed, Watch.Settings(.everything, channels: []), at: now)
            }
            try await store.feeds.setDue(now, for: try await store.feeds.feed(of: "pump", url: "file:///tmp/x.xml"))
        }) { _, _, store, _ in
            try await eventually("the schedule was put in order") {
                let due = try await store.feeds.all(of: "pump").filter { $0.due != nil }
                return Set(due.map { $0.binding["suburb"] }) == [nil, "Perth", "Subiaco"] && due.count == 5
            }
        }
    }

    @Test("an answer without rows replaces nothing, and is no failure; the first rows after it are no news")
    func empty() async throws {
        let tomorrow = Mutex<Int?>(nil)
        try await withWatcher(scheduled: false) { connection in
            try Self.answer(connection, tomorrow: tomorrow.withLock { $0 })
        } _: { watcher, board, store, _ in
            func read() async throws -> Feed {
                try await watcher.refresh(board, for: "test")
                try await eventually("nothing is read any more") { await watcher.running.isEmpty }
                let feeds = try await watcher.feeds(of: board)
                #expect(feeds.allSatisfy { $0.failure == nil && $0.lastSuccess != nil && $0.due == nil })
                return feeds[1]
            }
            #expect(try await read().recordCount == 0)
            for price in [160, nil, 170, nil] as [Int?] {
                tomorrow.withLock { $0 = price }
                #expect(try await read().recordCount == 1)
            }
            let feed = try await read()
            #expect(try await store.feeds.records(of: feed, board.schema).map { $0.record.values[1] } == [.number(170)])
            #expect(try await store.feeds.changes(of: feed, board.schema).map(\.change.kind) == [.altered])
        }
    }

    @Test("a watch hears of all feeds that are shown together, and of nothing twice")
    func watched() async throws {
        let tomorrow = Mutex<Int?>(160)
        try await withWatcher(scheduled: false, teller: Teller()) { connection in
            try Self.answer(connection, tomorrow: tomorrow.withLock { $0 })
        } _: { watcher, board, store, _ in
            let ada = try await store.people.person(named: "Ada", at: .system())
            let feeds = try await watcher.feeds(of: board)
            _ = try await store.following.addWatch(of: ada, on: feeds[0], Watch.Settings(.everything, channels: []), at: .system())
            for price in [160, 170, 170, 150] {
                tomorrow.withLock { $0 = price }
                try await watcher.refresh(board, for: "test")
                try await eventually("nothing is read any more") { await watcher.running.isEmpty }
            }
            let notices = try await store.following.notices(of: ada)
            #expect(notices.count == 2)
            let told = try await store.following.changes(of: try #require(notices.first), limit: 9) { _ in board.schema }
            #expect(told.map(\.change.feed) == [feeds[1].id])
        }
    }

    @Test("feeds are made within bounds: strangers choose among what is listed, and nobody makes many at once")
    func bounds() async throws {
        try await withWatcher(scheduled: false, at: .system()) { watcher, board, store, _ in
            await #expect(throws: NewFeedError.notForStrangers(parameter: "Suburb")) {
                try await watcher.feeds(of: board, ["suburb": "Perth"], for: .stranger)
            }
            #expect(try await watcher.feeds(of: board, ["product": "2"], for: .stranger).count == 2)
            for number in 1...30 { _ = try await watcher.feeds(of: board, ["suburb": "s\(number)"]) }
            await #expect(throws: NewFeedError.tooMany) { try await watcher.feeds(of: board, ["suburb": "s31"]) }
            // A visitor may read a feed that exists already.
            #expect(try await watcher.feeds(of: board, ["suburb": "s30"], for: .stranger).count == 2)
            await #expect(throws: StorageError.self) { try await store.feeds.feed(of: "pump", url: "https://x.example/", limit: 10) }
        }
    }
}
