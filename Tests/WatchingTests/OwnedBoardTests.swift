import Boards
import Extraction
import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Fetching
@testable import Watching

/// A person's board is read as its owner may have it read, decided at each fetch by what they are then.
@Suite("Boards of people, read") struct OwnedBoardTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let ada: Person

    init() async throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
        _ = try await store.people.add("Eve", .administrator, password: nil, at: .system())
        ada = try #require(try await store.people.add("Ada", .administrator, password: nil, at: .system()))
        _ = try await store.boards.add(of: ada.id, at: .system()) { _ in "shop" }
    }

    private func shop() throws -> ScriptedServer {
        try ScriptedServer { try $0.answer("200 OK", [("ETag", "\"1\"")], body: Array(#"[{"name":"Tea","price":3}]"#.utf8)) }
    }

    private func board(at server: ScriptedServer, more: String = "", every: String = "1m") async throws -> Board {
        let yaml = """
            title: Shop
            source: { url: '\(server.url("/shop.json").absoluteString)', every: \(every) }
            extract: { json: { rows: '$[*]' } }
            fields: { name: { type: text, key: true }, price: { type: number } }
            \(more)
            """
        let board = try Board(BoardFile.declaration(of: yaml), name: "shop", folder: folder.url.appendingPathComponent("shop"))
        try await store.feeds.prepare("shop", board.schema)
        return board.owned(try await store.boards.own("shop"))
    }

    @Test("an administrator's board reaches what the operator has listed; from the moment they are a member it doesn't")
    func demoted() async throws {
        let server = try shop()
        let board = try await board(at: server)
        try await withWatcher(of: board, in: store, server, freshness: .zero, onSchedule: false) { watcher in
            let feed = try await watcher.feed(of: board)
            #expect(await watcher.refresh(feed, board, for: "test").started == 1)
            try await eventually("it is read") { try await store.feeds.feed(feed.id)?.recordCount == 1 }
            try await eventually("nothing runs") { await watcher.running.isEmpty }
            _ = try await store.people.update(ada.id, role: .member)
            #expect(await watcher.refresh(feed, board, for: "test").started == 1)
            try await eventually("it is refused") { try await store.feeds.feed(feed.id)?.failure?.kind == .publicOnly }
            let message = try await store.feeds.feed(feed.id)?.failure?.message ?? ""
            #expect(message.hasSuffix("which members’ boards can’t reach. Ask an administrator to add this one"))
            #expect(server.requests.count == 1)
            try await eventually("nothing runs") { await watcher.running.isEmpty }
            // By the schedule, too.
            try await store.feeds.setDue(.system(), for: feed)
            #expect(try await store.feeds.feed(feed.id)?.recordCount == 1)
        }
    }

    @Test("it rests while its owner is disabled, by the schedule and on request, and goes on afterwards")
    func rests() async throws {
        let server = try shop()
        let board = try await board(at: server)
        _ = try await store.people.update(ada.id, isDisabled: true)
        try await withWatcher(of: board, in: store, server, freshness: .zero, onSchedule: true) { watcher in
            let feed = try await watcher.feed(of: board)
            try await eventually("it is put off") { try await store.feeds.feed(feed.id)?.due.map { $0 > .system() } == true }
            #expect(await watcher.refresh(feed, board, for: "test") == .init())
            #expect(server.requests.isEmpty)
            _ = try await store.people.update(ada.id, isDisabled: false)
            #expect(await watcher.refresh(feed, board, for: "test").started == 1)
            try await eventually("it is read") { try await store.feeds.feed(feed.id)?.recordCount == 1 }
        }
    }

    @Test("what had one reader who was removed is on no schedule")
    func removed() async throws {
        let server = try shop()
        _ = try await store.people.remove(ada)
        let board = try await board(at: server)
        try await withWatcher(of: board, in: store, server, freshness: .zero, onSchedule: true) { watcher in
            let feed = try await watcher.feed(of: board)
            #expect(await watcher.refresh(feed, board, for: "test") == .init())
            try await watcher.change(board, named: "shop")
            #expect(try await store.feeds.feed(feed.id)?.due == nil)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("\"check all\" has nothing read that the person may not see")
    func checkAll() async throws {
        let server = try shop()
        let board = try await board(at: server)
        let eve = try await store.people.person(named: "Eve", at: .system())
        try await withWatcher(of: board, in: store, server, freshness: .zero, onSchedule: false) { watcher in
            let feed = try await watcher.feed(of: board)
            #expect(try await watcher.refreshAll(for: "test", by: eve.id) == .init())
            #expect(try await watcher.refreshAll(for: "test") == .init())
            #expect(try await watcher.refreshAll(for: "test", by: ada.id).started == 1)
            try await eventually("it is read") { try await store.feeds.feed(feed.id)?.recordCount == 1 }
        }
    }

    @Test("a member's board is held to its interval, bytes and time, and reaches public addresses alone")
    func bounds() async throws {
        let server = try shop()
        _ = try await store.people.update(ada.id, role: .member)
        let board = try await board(at: server)
        #expect(board.source.every == OwnBoard.Limits.interval)
        #expect(board.rowLimit == OwnBoard.Limits.rows)
        let feed = try await store.feeds.feed(of: "shop", url: board.source.url.absoluteString)
        let request = try Refresh(board: board, feed: feed, store: store).request()
        #expect(!request.reachesListed)
        #expect(!request.readsStream)
        #expect(request.bodyLimit == OwnBoard.Limits.bytes)
        #expect(request.timeouts.total == OwnBoard.Limits.time)
        // An administrator's board has none of these limits.
        _ = try await store.people.update(ada.id, role: .administrator)
        let free = try await self.board(at: server)
        #expect(free.source.every == .seconds(60))
        #expect(free.rowLimit == nil)
        #expect(try Refresh(board: free, feed: feed, store: store).request().reachesListed)
        server.end()
    }

    @Test("a document with more rows than a member's board may have is refused")
    func rows() async throws {
        let server = try shop()
        defer { server.end() }
        _ = try await store.people.update(ada.id, role: .member)
        let board = try await board(at: server)
        let fetcher = Fetcher(.loopback)
        func read(_ count: Int) async throws {
            let (reading, url) = (Reading(board, of: board.source.url) { [] }, board.source.url)
            let lookAhead = LookAhead(fetcher: fetcher, original: Request(url: url))
            let rows = (0..<count).map { "{\"name\":\"Tea \($0)\",\"price\":3}" }.joined(separator: ",")
            _ = try await reading.take(.head(ResponseHead(url: url, status: 200, headers: [], expectedBytes: nil)), lookAhead)
            _ = try await reading.take(.body(Array("[\(rows)]".utf8)), lookAhead)
            _ = try await reading.finish()
        }
        try await read(OwnBoard.Limits.rows)
        let error = await #expect(throws: ExtractionError.self) { try await read(OwnBoard.Limits.rows + 1) }
        #expect(error?.code == .limit)
        #expect(error?.detail.contains("2000 rows") == true)
        try await fetcher.shutdown()
    }
}
