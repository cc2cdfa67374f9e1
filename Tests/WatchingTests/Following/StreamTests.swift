import Boards
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

/// The board `next-number` over loopback, with stand-ins for the queue's raw feed: a real store, real connections.
@Suite("A stream that is followed") struct StreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Big-endian words.
    private static func words(_ numbers: [Int32]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    }

    private func board(_ port: Int, silence: String? = nil, gives: String? = nil, keeps: Int? = nil) throws -> Board {
        let come = try #require(BoardLibrary(data: nil)["next-number"]).folder
        var yaml = try String(contentsOf: come.appendingPathComponent("board.yaml"), encoding: .utf8)
            .replacing("queue.example:7201", with: "127.0.0.1:\(port)")
        if let silence { yaml = yaml.replacing("silence: 35s", with: "silence: \(silence)") }
        if let gives { yaml = yaml.replacing("  silence:", with: "  gives: \(gives)\n  silence:") }
        if let keeps { yaml = yaml.replacing("  silence:", with: "  keeps: \(keeps)\n  silence:") }
        return try Board(BoardFile.declaration(of: yaml), name: "next-number", folder: come)
    }

    /// A server's part in it, for as long as the body takes.
    private func following(
        _ board: Board, in store: Store, onStored: @escaping @Sendable (Int) -> Void = { _ in },
        _ body: (Watcher, Feed) async throws -> Void
    ) async throws {
        try await store.feeds.prepare(board.name, board.schema)
        let fetcher = Fetcher(.loopback)
        let watcher = Watcher(
            boards: [board], store: store, fetcher: fetcher, teller: Teller(),
            onEnded: { result, _ in if case .success(.stored(_, let count, _)) = result { onStored(count) } })
        let service = Task { try await watcher.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(watcher, try await watcher.feed(of: board))) } catch { result = .failure(error) }
        service.cancel()
        try await service.value
        try await fetcher.shutdown()
        try result.get()
    }

    private func numbers(of feed: Feed, _ board: Board, _ store: Store) async throws -> [String] {
        try await store.feeds.records(of: feed, board.schema).map { $0.record.values[1]?.text ?? "" }
    }

    @Test("each number is stored as it comes, over reads that cut a word, and is a change after the first")
    func follows() async throws {
        let (more, cut) = (Gate(), Gate())
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send([0, 0, 0, 41])
            try more.block()
            try connection.send([0, 0])
            try cut.block()
            try connection.send([0, 42])
            try connection.stall()
        }
        let (board, store) = (try board(server.port), try Store(in: folder.url))
        try await following(board, in: store) { watcher, feed in
            try await eventually("the first number is stored") { try await numbers(of: feed, board, store) == ["41"] }
            #expect(try await store.feeds.changes(of: feed, board.schema).isEmpty)
            more.open()
            cut.open()
            try await eventually("the second number is stored") { try await numbers(of: feed, board, store) == ["42"] }
            #expect(try await store.feeds.changes(of: feed, board.schema).map(\.change.kind) == [.altered])
            // The stream isn't on the schedule, and is connected only once.
            #expect(try await store.feeds.feed(feed.id)?.due == nil)
            #expect(await watcher.refresh(feed, board, for: "test") == .init(fresh: 1))
            #expect(server.connectionCount == 1)
        }
    }

    @Test("a source that ends is connected to again, its failure is noted, and its record stays")
    func sourceRestarts() async throws {
        let count = Mutex<Int32>(0)
        let server = try ScriptedServer(isAsked: false) { connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            try connection.send([0, 0, 0, UInt8(number), 0])
            if number > 1 { try connection.stall() }
        }
        let (board, store) = (try board(server.port), try Store(in: folder.url))
        try await following(board, in: store) { _, feed in
            try await eventually("the failure is noted") {
                try await store.feeds.fetches(of: feed, before: nil, limit: 9).contains {
                    $0.failure?.message.contains("after 5 bytes") == true
                }
            }
            try await eventually("the number after it is stored") { try await numbers(of: feed, board, store) == ["2"] }
            #expect(try await store.feeds.feed(feed.id)?.failure == nil)
            #expect(try await store.feeds.changes(of: feed, board.schema).count == 1)
        }
    }

    @Test("a server that starts again goes on with what it has")
    func serverRestarts() async throws {
        let number = Mutex<UInt8>(7)
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send([0, 0, 0, number.withLock { $0 }])
            try connection.stall()
        }
        let (board, store) = (try board(server.port), try Store(in: folder.url))
        try await following(board, in: store) { _, feed in
            try await eventually("the number is stored") { try await numbers(of: feed, board, store) == ["7"] }
        }
        number.withLock { $0 = 9 }
        try await following(board, in: store) { _, feed in
            try await eventually("the next number is stored") { try await numbers(of: feed, board, store) == ["9"] }
            #expect(try await store.feeds.changes(of: feed, board.schema).count == 1)
        }
    }

    @Test("a connection that says nothing, and one that drips without a word, are given up and made again", arguments: [false, true])
    func silence(drips: Bool) async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send([0, 0, 0, 5])
            guard drips else { return try connection.stall() }
            // A word a minute would still be one; a byte every two seconds within 5 seconds is none.
            while true {
                try connection.send([0])
                Thread.sleep(forTimeInterval: 2.4)
            }
        }
        let (board, store) = (try board(server.port, silence: "5s"), try Store(in: folder.url))
        try await following(board, in: store) { _, feed in
            try await eventually("it is connected to again") { server.connectionCount > 1 }
            // A drip that comes late is a silence; then the next connection shows it.
            try await eventually("it is said why") {
                let messages = try await store.feeds.fetches(of: feed, before: nil, limit: 99).compactMap { $0.failure?.message }
                return messages.contains { $0.contains(drips ? "no whole record for 5.0 seconds" : "sent nothing for 5.0 seconds") }
            }
            #expect(try await numbers(of: feed, board, store) == ["5"])
        }
    }

    @Test("of a flood of a million words few are stored, and the last")
    func flood() async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            for start in stride(from: Int32(0), to: 1_000_000, by: 10_000) {
                try connection.send(Self.words(Array(start..<start + 10_000)))
            }
            try connection.stall()
        }
        let (board, store) = (try board(server.port), try Store(in: folder.url))
        let began = ContinuousClock.now
        try await following(board, in: store) { _, feed in
            try await eventually("the last number is stored") { try await numbers(of: feed, board, store) == ["999999"] }
            let transactions = try await store.feeds.fetches(of: feed, before: nil, limit: 1_000).count
            #expect(transactions <= Int((ContinuousClock.now - began) / .seconds(1)) + 2)
            #expect(server.connectionCount == 1)
        }
    }

    @Test("a source that names more records than may be kept has failed, and those that fit stay")
    func tooMany() async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send("a=1\nb=2\nc=3\n")
            try connection.stall()
        }
        let yaml = """
            title: T
            view: list
            source: { tcp: '127.0.0.1:\(server.port)', keeps: 2 }
            extract: { frames: { lines: '^(?<place>\\w+)=(?<level>\\d+)$' } }
            fields: { place: { type: text, key: true }, level: { type: number } }
            """
        let board = try Board(BoardFile.declaration(of: yaml), name: "levels", folder: folder.url)
        let store = try Store(in: folder.url)
        try await following(board, in: store) { _, feed in
            try await eventually("the failure is noted") {
                try await store.feeds.fetches(of: feed, before: nil, limit: 9).contains {
                    $0.failure?.message.contains("more than 2 records") == true
                }
            }
            #expect(try await numbers(of: feed, board, store) == ["1", "2"])
        }
    }

    @Test("of what is appended the newest stay")
    func appended() async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send(Self.words([1, 2, 3, 4, 5]))
            try connection.stall()
        }
        let (board, store) = (try board(server.port, gives: "append", keeps: 3), try Store(in: folder.url))
        try await following(board, in: store) { _, feed in
            try await eventually("the numbers are stored") { try await numbers(of: feed, board, store) == ["3", "4", "5"] }
            #expect(try await store.feeds.feed(feed.id)?.recordCount == 3)
        }
    }

    @Test("what comes faster than it is stored is counted")
    func leftOut() async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send(Self.words(Array(1...1_000)))
            try connection.stall()
        }
        let (board, store) = (try board(server.port, gives: "append", keeps: 3), try Store(in: folder.url))
        let stored = Mutex(0)
        try await following(board, in: store) { count in
            stored.withLock { $0 += count }
        } _: { watcher, feed in
            try await eventually("the last are stored") { try await numbers(of: feed, board, store) == ["998", "999", "1000"] }
            // A transaction is counted after it is stored. The words come in one transaction or in a few, of three records at most.
            try await eventually("each word is stored or counted") {
                await watcher.leftOutCount(of: feed) + stored.withLock { $0 } == 1_000
            }
            #expect(await watcher.leftOutCount(of: feed) > 900)
        }
    }

    @Test("an example's address is left alone, and so is a document's board at a stream")
    func leftAlone() async throws {
        let store = try Store(in: folder.url)
        let board = try #require(BoardLibrary(data: nil)["next-number"])
        #expect(board.source.isExample)
        #expect(!board.source.isScheduled)
        try await following(board, in: store) { watcher, feed in
            #expect(await watcher.running.isEmpty)
            let fetches = try await store.feeds.fetches(of: feed, before: nil, limit: 1)
            #expect(fetches.isEmpty)
        }
    }

    @Test("the history of a feed is cut to a number")
    func history() async throws {
        let (server, store) = (try ScriptedServer(isAsked: false) { _ in }, try Store(in: folder.url))
        let board = try board(server.port)
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
        for number in 0..<8 {
            let report = FetchReport(began: .system(), ended: .system(), bytes: 4)
            _ = try await store.feeds.apply(nil, to: feed, board.schema, report) { next in
                try Comparison.upsert(from: { try next() }, [Record([.text("main"), .number(Double(number))])], board.schema, keeps: 1)
                    .difference
            }
        }
        #expect(try await store.pruneHistory(of: feed.id, keeping: 5) == 2 + 3)
        #expect(try await store.feeds.changes(of: feed, board.schema).count == 5)
    }
}
