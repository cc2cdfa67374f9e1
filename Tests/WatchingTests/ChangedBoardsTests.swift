import Boards
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

/// Boards that are added, changed and removed under a running watcher, their sources over loopback.
@Suite("Boards that come and go") struct ChangedBoardsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func board(
        _ name: String, _ server: ScriptedServer, title: String = "Shop", rows: String = "$[*]", more: String = ""
    ) throws -> Board {
        let yaml = """
            title: \(title)
            source: { url: '\(server.url("/\(name).json").absoluteString)', every: 1h }
            extract: { json: { rows: '\(rows)' } }
            fields: { name: { type: text, key: true }, price: { type: number }\(more) }
            """
        return try Board(BoardFile.declaration(of: yaml), name: name, folder: folder.url.appendingPathComponent(name))
    }

    private func records(of watcher: Watcher, _ board: Board, _ store: Store) async throws -> [String] {
        try await store.feeds.records(of: try await watcher.feed(of: board), board.schema).compactMap { $0.record.values.first??.text }
    }

    @Test("a new board is read at once, one with other fields is read again, and of one that is gone nothing is due")
    func comesAndGoes() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK", [], body: Array(#"[{"name":"Tea","price":3,"size":"L"}]"#.utf8)) }
        let store = try Store(in: folder.url)
        let (first, second) = (try board("first", server), try board("second", server))
        try await store.feeds.prepare(first.name, first.schema)
        try await withWatcher(of: first, in: store, server, onSchedule: true) { watcher in
            try await eventually("the first board is read") { try await records(of: watcher, first, store) == ["Tea"] }
            // Far from the next round.
            try await watcher.change(second, named: "second")
            try await eventually("the second is read") { try await records(of: watcher, second, store) == ["Tea"] }
            let feed = try await watcher.feed(of: second)

            // Another title needs no reading.
            let titled = try board("second", server, title: "Other")
            try await watcher.change(titled, named: "second")
            #expect(try await records(of: watcher, titled, store) == ["Tea"])

            let wider = try board("second", server, more: ", size: { type: text }")
            try await watcher.change(wider, named: "second")
            try await eventually("it is read with its new field") {
                try await store.feeds.records(of: feed, wider.schema).map { $0.record.values[2]?.text } == ["L"]
            }
            #expect(server.requests.map(\.target) == ["/first.json", "/second.json", "/second.json"])

            try await watcher.change(nil, named: "second")
            #expect(try await store.feeds.feed(feed.id)?.due == nil)
            #expect(try await store.feeds.records(of: feed, wider.schema).count == 1)
            #expect(await watcher.refresh(feed, wider, for: "test") == .init())

            // The same fields find the same records.
            try await watcher.change(wider, named: "second")
            #expect(try await records(of: watcher, wider, store) == ["Tea"])
            #expect(try await store.feeds.feed(feed.id)?.due != nil)
        }
    }

    @Test("a board that finds the same fields in another way is read at once, even if its document is the same")
    func anotherWay() async throws {
        let server = try ScriptedServer { connection in
            try connection.answer("200 OK", [("ETag", "\"1\"")], body: Array(#"[{"name":"Tea","price":3}]"#.utf8))
        }
        let store = try Store(in: folder.url)
        let former = try board("shop", server)
        try await store.feeds.prepare(former.name, former.schema)
        try await withWatcher(of: former, in: store, server, onSchedule: true) { watcher in
            try await eventually("it is read") { try await records(of: watcher, former, store) == ["Tea"] }
            try await eventually("the reading is over") { await watcher.running.isEmpty }
            let repaired = try board("shop", server, rows: "$.*")
            #expect(repaired.schema == former.schema)
            try await watcher.change(repaired, named: "shop")
            try await eventually("it is read again") { server.requests.count == 2 }
            #expect(server.requests[1]["If-None-Match"] == [])
        }
    }

    @Test("a feed that is due is read on request, although it was just read")
    func due() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK", [], body: Array(#"[{"name":"Tea","price":3}]"#.utf8)) }
        let store = try Store(in: folder.url)
        let board = try board("shop", server)
        try await store.feeds.prepare(board.name, board.schema)
        try await withWatcher(of: board, in: store, server, onSchedule: false) { watcher in
            #expect(try await watcher.refresh(board, for: "test") == .init(started: 1))
            try await eventually("it is read") { await watcher.running.isEmpty }
            #expect(try await watcher.refresh(board, for: "test") == .init(fresh: 1))
            try await store.feeds.setDue(.system(), for: try await watcher.feed(of: board))
            #expect(try await watcher.refresh(board, for: "test") == .init(started: 1))
            try await eventually("it is read again") { await watcher.running.isEmpty }
        }
    }

    @Test("a reading of the former board is ended and isn’t stored; those of other boards go on", .timeLimit(.minutes(5)))
    func readings() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try ScriptedServer { connection in
            if connection.request.target.contains("wider") {
                return try connection.answer("200 OK", [], body: Array(#"[{"name":"New","price":1,"size":"L"}]"#.utf8))
            }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n[")
            try gate.block()
            try connection.send(#"{"name":"Old","price":1}]"#)
        }
        let store = try Store(in: folder.url)
        let (first, second) = (try board("first", server), try board("second", server))
        try await store.feeds.prepare(first.name, first.schema)
        try await withWatcher(of: first, in: store, server, onSchedule: true) { watcher in
            try await watcher.change(second, named: "second")
            try await eventually("both are being read") { await watcher.running.count == 2 && server.requests.count == 2 }
            let (one, other) = (try await watcher.feed(of: first), try await watcher.feed(of: second))
            let stream = await watcher.events(of: one) { _ in true }

            var wider = try board("second", server, more: ", size: { type: text }")
            wider.source.url = server.url("/wider.json")
            try await watcher.change(wider, named: "second")
            try await eventually("the new one is read") { try await records(of: watcher, wider, store) == ["New"] }
            try await eventually("only the first is being read") { await watcher.running == [one.id] }
            let former = try #require(try await store.feeds.feed(other.id))
            #expect(former.lastSuccess == nil)
            #expect(former.failure == nil)
            #expect(former.due == nil)

            gate.open()
            for await event in stream { if case .ended = event { break } }
            #expect(try await records(of: watcher, first, store) == ["Old"])
        }
    }

    @Test("a watch for a field that the board has only now is heeded by the same teller")
    func watches() async throws {
        let outbox = try await Outbox()
        let teller = Teller(Due(gather: .zero))
        try await outbox.publish([("Shell", 151), ("BP", 149)], at: 60, teller)
        let fields = Schema(fields: outbox.board.schema.fields + [Field(name: "size", kind: .text)])
        try await outbox.store.feeds.prepare(outbox.board.name, fields)
        try await outbox.watch(.field("size", .equals("L")))
        for (seconds, size) in [(120, "S"), (180, "L")] as [(Int64, String)] {
            let (now, records) = (Outbox.time(seconds), [Record([.text("Shell"), .number(151), .flag(true), .text(size)])])
            _ = try await outbox.store.feeds.apply(
                1, to: outbox.feed, fields, FetchReport(began: now, ended: now, bytes: 1),
                telling: teller.telling(of: outbox.feed, fields, at: now)
            ) { try Comparison.difference(from: $0, to: records, fields) }
        }
        #expect(try await outbox.store.following.notices(of: outbox.ada).count == 1)
    }
}
