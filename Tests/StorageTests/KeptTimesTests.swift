import Foundation
import Records
import StorageSupport
import Testing

@testable import Storage

/// What a wall clock that jumped ten years ahead and back has left in the store, and that nothing of it holds anything up.
@Suite("Times and a clock that is set") struct KeptTimesTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)
    private static let decade = Duration.seconds(3653 * 86_400)
    private static let lease = Duration.seconds(1200)
    private var now: Timestamp { Self.now }

    private func keep(_ store: Store, step: Duration = .zero) async throws {
        try await store.keepTimes(at: now, movedBy: step, lease: Self.lease)
    }

    private func notices(_ store: Store) async throws -> [(due: Duration, next: Duration)] {
        try await store.database.pool.read { database in
            try Row.fetchAll(database, sql: "SELECT due, next_attempt FROM notices WHERE state = 'waiting' ORDER BY id").map { row in
                (Timestamp(milliseconds: row[0]) - Self.now, Timestamp(milliseconds: row[1]) - Self.now)
            }
        }
    }

    /// A notice that waits: made, due and next tried so long after now.
    private func post(_ prices: Prices, made: Duration, due: Duration, next: Duration, attempts: Int = 0, isClaimed: Bool = false)
        async throws
    {
        let person = try await prices.person("Ada")
        let times = [made, due, next].map { (Self.now + $0).milliseconds }
        try await prices.store.database.pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO notices (person, kind, created, due, next_attempt, attempts, claimed) VALUES (?, 'email', ?, ?, ?, ?, ?)
                    """, arguments: [person.id, times[0], times[1], times[2], attempts, isClaimed])
        }
    }

    @Test("a notice that a clock ten years ahead put off is sent now; one made by it waits as long as it was to")
    func ahead() async throws {
        let prices = try await Prices()
        try await post(prices, made: .seconds(-60), due: .seconds(-60), next: Self.decade)
        try await post(prices, made: Self.decade, due: Self.decade + .seconds(3600), next: Self.decade + .seconds(3600))
        try await post(prices, made: .seconds(-60), due: .seconds(-60), next: Self.decade, attempts: 1, isClaimed: true)
        try await keep(prices.store)
        #expect(try await notices(prices.store).map(\.next) == [.zero, .seconds(3600), Self.lease])
        #expect(try await notices(prices.store).allSatisfy { $0.due <= .seconds(3600) })
    }

    @Test("digests, the end of quiet hours, retries and their limits are left as they are")
    func ordinary() async throws {
        let prices = try await Prices()
        try await post(prices, made: .seconds(-60), due: .seconds(40 * 3600), next: .seconds(40 * 3600))
        try await post(prices, made: .seconds(-9000), due: .seconds(-9000), next: .seconds(86_000), attempts: 3)
        try await keep(prices.store)
        #expect(try await notices(prices.store).map(\.next) == [.seconds(40 * 3600), .seconds(86_000)])
        #expect(try await notices(prices.store).map(\.due) == [.seconds(40 * 3600), .seconds(-9000)])
    }

    @Test(
        "while we run a retry goes by the time that passes, and is not given up for a jump; a digest goes by the clock", arguments: [1, -1])
    func step(direction: Int) async throws {
        let prices = try await Prices()
        let step = Self.decade * direction
        let old = Duration.zero - step
        try await post(prices, made: old - .seconds(900), due: old - .seconds(900), next: old + .seconds(300), attempts: 2)
        if direction > 0 { try await post(prices, made: old, due: .seconds(3600), next: .seconds(3600)) }
        try await keep(prices.store, step: step)
        let kept = try await notices(prices.store)
        #expect(kept[0].next == .seconds(300))
        // Its time limit counts from then.
        if direction > 0 {
            #expect(kept[0].due == .seconds(-900))
            #expect(kept[1].next == .seconds(3600))
        }
    }

    @Test("failed logins, sessions, tokens and invitations of the future let people in, and end when they should")
    func people() async throws {
        let prices = try await Prices()
        let store = prices.store
        let (ada, later) = (try await prices.person("Ada"), now + Self.decade)
        for _ in 0..<9 { try await store.people.noteFailedLogin(Data("ada".utf8), from: "192.0.2.1", at: later) }
        _ = try await store.people.beginSession(of: ada, hash: Data("s".utf8), agent: "", address: "", at: later)
        _ = try await store.people.addInvitation(.member, note: "", hash: Data("i".utf8), at: later)
        try await keep(store)
        #expect(try await store.people.failedLogins(Data("ada".utf8), from: "192.0.2.1")?.last == now)
        let session = try #require(try await store.people.session(Data("s".utf8), at: now)?.session)
        #expect(session.lastSeen == now)
        #expect(session.expires == now + Session.idleTime)
        #expect(try await store.people.invitations(at: now).map(\.expires) == [now + Invitation.lifetime])
    }

    @Test("a feed was not read in the future, nor asked for")
    func feeds() async throws {
        let prices = try await Prices()
        let later = now + Self.decade
        try await prices.store.feeds.noteAsked(prices.feed, at: later, due: nil)
        _ = try await prices.apply([3, 4], at: later.milliseconds / 1000)
        try await keep(prices.store)
        let feed = try #require(try await prices.store.feeds.feed(prices.feed.id))
        #expect([feed.lastAttempt, feed.lastSuccess, feed.lastChange, feed.lastAsked] == [now, now, now, now])
    }

    @Test("a due time is put right only if nobody has noted another meanwhile")
    func due() async throws {
        let prices = try await Prices()
        try await prices.store.feeds.setDue(now + Self.decade, for: prices.feed)
        try await prices.store.feeds.setDue(now, for: prices.feed, insteadOf: now)
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == now + Self.decade)
        try await prices.store.feeds.setDue(now, for: prices.feed, insteadOf: now + Self.decade)
        #expect(try await prices.store.feeds.feed(prices.feed.id)?.due == now)
    }

    @Test("health is changed by whoever reads it, and only where it says something else")
    func health() async throws {
        let prices = try await Prices()
        try await prices.store.database.pool.write { try $0.execute(sql: "INSERT INTO feed_health (feed, state) VALUES (1, 'a')") }
        for (given, wanted) in [("b" as String?, "b"), (nil, "b")] {
            try await prices.store.keepTimes(at: now, lease: Self.lease) { _ in given }
            #expect(try await prices.store.database.pool.read { try String.fetchOne($0, sql: "SELECT state FROM feed_health") } == wanted)
        }
    }
}
