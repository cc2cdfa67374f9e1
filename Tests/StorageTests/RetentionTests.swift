import Records
import StorageSupport
import Testing

@testable import Storage

@Suite("Retention") struct RetentionTests {
    private let day: Int64 = 86_400

    @Test("old fetches, changes and notices are removed; the last fetches of a feed, and what waits, are kept")
    func old() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let watch = try await prices.watch(of: ada, ["mail"])
        for number: Int64 in 1...6 {
            let telling = Prices.telling([watch]) { _, _ in Prices.time(number == 2 ? 900 * 86_400 : 0) }
            try await prices.apply([Double(number + 1), 1], at: number * day * 100, telling: telling)
            for notice in try await prices.store.following.claim(by: "email", at: Prices.time(number * day * 100), lease: .seconds(9)) {
                try await prices.store.following.note(.sent, of: notice, at: Prices.time(number * day * 100))
            }
        }
        var retention = Retention()
        retention.fetchesOfFeed = 3
        (retention.changes, retention.notices) = (.seconds(250 * day), .seconds(150 * day))
        let pruned = try await prices.store.prune(retention, at: Prices.time(610 * day))
        #expect(pruned > 0)
        #expect(
            try await prices.store.feeds.changes(of: prices.feed, Prices.schema).map(\.seen)
                == [600, 500, 400].map { Prices.time($0 * day) })
        #expect(try await prices.store.following.notices(of: ada).map(\.created) == [600, 500].map { Prices.time($0 * day) })
        #expect(try await prices.store.following.nextDue(by: "email") == Prices.time(900 * day))
        #expect(try await prices.store.prune(retention, at: Prices.time(610 * day)) == 0)
    }

    @Test("of tickets that have ended, and of what was done at queues, the newest are kept; what visitors once asked goes with the time")
    func rows() async throws {
        let prices = try await Prices()
        try await prices.store.database.pool.write { database in
            for id in 1...30 {
                try database.execute(
                    sql: """
                        INSERT INTO queue_tickets (id, queue, day, number, label, line, place, state, services, calls, joined, ended)
                        VALUES (?1, 'main', 1, ?1, '', 'main', ?1, 'left', '[]', 0, 0, iif(?1 = 3, NULL, 1))
                        """, arguments: [id])
                try database.execute(
                    sql: "INSERT INTO queue_acts (id, at, queue, day, act, actor) VALUES (?, 0, 'main', 1, 'join', 'guest')",
                    arguments: [id])
            }
            try database.execute(sql: "INSERT INTO lookups VALUES ('a', 'visa', '1', 0), ('b', 'visa', '2', \(10 * 86_400_000))")
        }
        var retention = Retention()
        (retention.queueRows, retention.changes) = (10, .seconds(9_999 * day))
        _ = try await prices.store.prune(retention, at: Prices.time(405 * day))
        let left = try await prices.store.database.pool.read { database in
            try ["queue_tickets", "queue_acts", "lookups"].map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(left == [11, 10, 1])
    }

    @Test("a feed that nobody watches and no schedule fetches goes with its records, one that is watched stays")
    func unused() async throws {
        let prices = try await Prices()
        let retention = Retention()
        let watch = try await prices.watch(of: try await prices.person("Ada"), [])
        _ = try await prices.store.prune(retention, at: Prices.time(100 * day))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.recordCount == 2)
        #expect(try await prices.store.following.remove(watch))
        #expect(try await prices.store.prune(retention, at: Prices.time(80 * day)) == 0)
        try await prices.store.feeds.setDue(Prices.time(0), for: prices.feed)
        _ = try await prices.store.prune(retention, at: Prices.time(100 * day))
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.recordCount == 2)
        try await prices.store.feeds.setDue(nil, for: prices.feed)
        #expect(try await prices.store.prune(retention, at: Prices.time(100 * day)) > 2)
        #expect(try await prices.store.feeds.feed(prices.feed.id) == nil)
        #expect(try await prices.store.feeds.records(of: prices.feed, Prices.schema).isEmpty)
    }
}
