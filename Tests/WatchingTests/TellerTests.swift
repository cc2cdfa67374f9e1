import Boards
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing
import Watching

/// From the bytes of a source to the outbox, over loopback.
@Suite("A fetch tells") struct TellerTests {
    /// Fetches the outbox's board from a server and returns what the person's list holds then, newest first.
    private func fetch(_ outbox: Outbox, _ body: String, _ teller: Teller, at seconds: Int64) async throws -> [StoredNotice] {
        let server = try ScriptedServer { try $0.answer("200 OK", [("Content-Type", "application/json")], body: Array(body.utf8)) }
        let fetcher = Fetcher(.loopback)
        let feed = try #require(try await outbox.store.feeds.feed(outbox.feed.id))
        let refresh = Refresh(board: outbox.board, feed: feed, store: outbox.store, teller: teller, now: { Outbox.time(seconds) })
        var request = try refresh.request()
        request.url = server.url("/list.json")
        let job = fetcher.job(request, for: "test")
        // A failure is recorded, and the test looks at that.
        _ = try? await refresh.run(job, of: fetcher) { _ in }
        try await fetcher.shutdown()
        return try await outbox.store.following.notices(of: outbox.ada)
    }

    private func list(_ shell: Int, _ bp: Int) -> String {
        #"[{"station": "Shell", "price": \#(shell), "open": true}, {"station": "BP", "price": \#(bp), "open": true}]"#
    }

    @Test("a watch for a change after a rest hears of the first one after it, and of none that follows at once")
    func rest() async throws {
        let outbox = try await Outbox()
        try await outbox.watch(.all([.field("station", .equals("Shell")), .field("price", .changedAfter(.seconds(600)))]))
        var told: [Double] = []
        for (seconds, price) in [(60, 151), (120, 152), (719, 153), (1319, 154), (1320, 155), (4000, 155), (5000, 156)] as [(Int64, Double)]
        {
            // A moved station doesn't stop the others.
            try await outbox.publish([("Shell", price), ("BP", 149 + price)], at: seconds)
            let count = try await outbox.store.following.notices(of: outbox.ada).count
            if count > told.count { told.append(price) }
        }
        // The first has no earlier change on record; 154 came 600 seconds after 153.
        #expect(told == [151, 154, 156])
    }

    @Test("a change that a watch matches is told, others and the same facts are not; a watch added meanwhile is heeded at once")
    func changes() async throws {
        let outbox = try await Outbox()
        let teller = Teller(Due(gather: .zero))
        try await outbox.watch(.all([.field("station", .equals("Shell")), .field("price", .less("150"))]), [])
        #expect(try await fetch(outbox, list(150, 149), teller, at: 1).isEmpty)
        #expect(try await fetch(outbox, list(151, 140), teller, at: 2).isEmpty)
        #expect(try await fetch(outbox, list(149, 140), teller, at: 3).map(\.created) == [Outbox.time(3)])
        // By another process, on the same data.
        let other = try Store(in: outbox.folder.url)
        let watch = try await other.following.addWatch(
            of: outbox.ada, on: outbox.feed, Watch.Settings(.field("station", .equals("BP")), channels: []), at: Outbox.time(3))
        #expect(try await fetch(outbox, list(149, 139), teller, at: 4).map(\.watch) == [watch.id, watch.id - 1])
        #expect(try await other.following.remove(watch))
        #expect(try await fetch(outbox, list(149, 138), teller, at: 5).count == 2)
    }

    @Test("a field that cannot be read, and a feed that comes back empty, is told once, and once when it is right again")
    func health() async throws {
        let outbox = try await Outbox()
        let teller = Teller(Due(gather: .zero))
        try await outbox.watch(.field("station", .equals("nothing")), [])
        let unreadable = #"[{"station": "Shell", "price": "a lot", "open": true}]"#
        var told: [StoredNotice] = []
        for seconds: Int64 in 1...4 { told = try await fetch(outbox, unreadable, teller, at: seconds) }
        for seconds: Int64 in 5...6 { told = try await fetch(outbox, list(150, 149), teller, at: seconds) }
        for seconds: Int64 in 7...9 { told = try await fetch(outbox, "[]", teller, at: seconds) }
        told = try await fetch(outbox, list(150, 149), teller, at: 10)
        let news = told.reversed().compactMap { notice -> FeedHealth.News? in
            guard case .health(let text) = notice.subject else { return nil }
            return FeedHealth.News(stored: text)
        }
        try #require(news.count == 4)
        #expect(told.reversed().map(\.created) == [2, 5, 8, 10].map(Outbox.time))
        guard case .raised(.unreadable("price", let reason), _) = news[0] else {
            Issue.record("\(String(describing: news[0]))")
            return
        }
        #expect(reason.contains("a lot"))
        #expect(news[2] == .raised(.empty, since: Outbox.time(7)))
        #expect(news[3] == .cleared(.empty, since: Outbox.time(7)))
        #expect(try await outbox.store.feeds.feed(outbox.feed.id)?.recordCount == 2)
    }

    @Test("a first fetch is a baseline and tells nothing")
    func baseline() async throws {
        let outbox = try await Outbox()
        let elsewhere = try await outbox.store.feeds.feed(of: "prices", url: "https://elsewhere.example/")
        _ = try await outbox.store.following.addWatch(
            of: outbox.ada, on: elsewhere, Watch.Settings(.everything, channels: []), at: Outbox.time(0))
        let (schema, now) = (outbox.board.schema, Outbox.time(1))
        let record = Record([.text("Shell"), .number(1), .flag(true)])
        _ = try await outbox.store.feeds.apply(
            1, to: elsewhere, schema, FetchReport(began: now, ended: now, bytes: 1),
            telling: Teller().telling(of: elsewhere, schema, at: now)
        ) { try Comparison.difference(from: $0, to: [record], schema) }
        #expect(try await outbox.store.following.notices(of: outbox.ada).isEmpty)
    }
}
