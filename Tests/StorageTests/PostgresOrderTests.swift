import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

@Suite("What is new in PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresOrderTests {
    private static let settings = Watch.Settings(.everything, channels: [])

    @Test("watches are added and another feed is stored while a fetch is, and a reader of what is new misses no watch")
    func watches() async throws {
        let meeting = try Meeting(["watch_log"])
        let feeds = try await meeting.one.priceFeeds(2)
        let person = try await meeting.person("Ada")
        let (began, end) = (Gate(), Gate())
        let fetch = Task {
            try await meeting.one.apply([1], to: feeds[0], at: meeting.at(1)) {
                began.open()
                try end.block()
            }
        }
        try await began.pass()
        let watch = try await meeting.two.following.addWatch(of: person, on: feeds[0], Self.settings, at: meeting.at(1))
        try await meeting.two.apply([1], to: feeds[1], at: meeting.at(1))
        try await meeting.two.feeds.noteUnmodified(feeds[1], FetchReport(began: meeting.at(2), ended: meeting.at(2), bytes: 0))
        end.open()
        try await fetch.value
        #expect(try await follow(meeting, feeds[0], rounds: Meeting.rounds) == 0)
        // As it was made before watches were logged in order.
        try meeting.run(
            """
            CREATE OR REPLACE FUNCTION log_watch() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
                RETURN NULL;
            END $$
            """)
        var missed = 0
        for _ in 0..<20 where missed == 0 { missed = try await follow(meeting, feeds[0], rounds: 10) }
        #expect(missed > 0, "nothing needs the lock")
        #expect(watch.feed == feeds[0].id)
    }

    /// How many watches a reader of new watches misses while two people add some.
    private func follow(_ meeting: Meeting, _ feed: Feed, rounds: Int) async throws -> Int {
        let people = [try await meeting.person("p\(UUID())"), try await meeting.person("q\(UUID())")]
        let isOver = Gate()
        func add(_ person: Person) -> @Sendable (Store) async throws -> Void {
            { store in
                for _ in 0..<rounds {
                    _ = try await store.following.addWatch(of: person, on: feed, Self.settings, at: meeting.at(1))
                }
            }
        }
        let reading = Task {
            let reader = try meeting.store()
            var (known, version, isLast): (Set<Watch.ID>, StoredWatches.Version?, Bool) = ([], nil, false)
            while !isLast {
                isLast = isOver.isOpen
                let former = version
                let (news, now) = try await reader.database.read("following") { database in
                    var news: [Watch.ID] = []
                    let now = try StoredWatches(database: database, feed: feed.id).alterations(since: former) {
                        if case .stands(let watch) = $0 { news.append(watch.id) }
                    }
                    return (news, now)
                }
                known.formUnion(news)
                version = now
            }
            return known
        }
        _ = try await meeting.both(add(people[0]), add(people[1]))
        isOver.open()
        let known = try await reading.value
        let all = try await meeting.one.database.read("listing") {
            try Int64.fetchAll($0, sql: "SELECT id FROM watches WHERE feed = ?", arguments: [feed.id])
        }
        return Set(all).subtracting(known).count
    }

    @Test("a reader of changes misses none that six write, and some where nothing orders them")
    func changes() async throws {
        // 10,000 in all in the long run.
        let each = Meeting.rounds < 1000 ? 20 : 1667
        #expect(try await missedChanges(each: each) == 0)
        var missed = 0
        for _ in 0..<10 where missed == 0 { missed = try await missedChanges(each: 20, without: [.news]) }
        #expect(missed > 0, "nothing needs the lock")
    }

    private func missedChanges(each: Int, without missing: Set<WriteScope.Lock> = []) async throws -> Int {
        let meeting = try Meeting(["changes"])
        let feeds = try await meeting.one.priceFeeds(6)
        let isOver = Gate()
        let reading = Task {
            var (found, last, isLast): (Set<Int64>, Int64, Bool) = ([], 0, false)
            while !isLast {
                isLast = isOver.isOpen
                var isCut = true
                while isCut {
                    let page = try await meeting.one.feeds.changes(after: last, limit: 1000)
                    found.formUnion(page.changes.map(\.id))
                    last = page.changes.last?.id ?? last
                    isCut = page.isCut
                }
            }
            return found
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for feed in feeds {
                let store = try Store(in: meeting.folder.url, at: meeting.address, without: missing)
                group.addTask {
                    for number in 1...each { try await store.apply([Double(number)], to: feed, at: meeting.at(number)) }
                }
            }
            try await group.waitForAll()
        }
        isOver.open()
        let found = try await reading.value
        #expect(try await meeting.count("SELECT count(*) FROM changes") == 6 * each)
        return 6 * each - found.count
    }

    @Test("a lease isn't taken while its former holder stores something under it")
    func leases() async throws {
        let meeting = try Meeting()
        let first = try #require(try await meeting.one.leases.take("feed 1", for: "a", lasting: .zero))
        let (began, end) = (Gate(), Gate())
        let storing = Task {
            try await meeting.one.database.write("storing", locking: .nothing) { database in
                try LeaseStore.hold(first, in: database)
                began.open()
                try end.block()
            }
        }
        try await began.pass()
        let taking = Task { try await meeting.two.leases.take("feed 1", for: "b", lasting: .seconds(60)) }
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        try await eventually("the other waits") { try await meeting.count(waiting) == 1 }
        end.open()
        try await storing.value
        #expect(try await taking.value?.fence == 2)
    }

    @Test("a lease is prolonged, and others are taken, while something is stored under one, which isn’t taken")
    func beside() async throws {
        let meeting = try Meeting()
        let feeds = try await meeting.one.priceFeeds(2)
        func take(_ feeds: [Feed], for holder: String, _ store: Store, lasting: Duration) async throws -> [LeasedFeed] {
            let wanted = feeds.map { WantedFeed($0.id, host: "", due: nil) }
            return try await store.leases.take(wanted, for: holder, room: 9, perHost: nil, lasting: lasting)
        }
        let short = try #require(try await take([feeds[0]], for: "a", meeting.one, lasting: .zero).first)
        let long = try #require(try await take([feeds[1]], for: "a", meeting.one, lasting: .seconds(60)).first)
        let (began, end) = (Gate(), Gate())
        let storing = Task {
            try await meeting.one.under(short.lease).apply([1], to: feeds[0], at: meeting.at(1)) {
                began.open()
                try end.block()
            }
        }
        try await began.pass()
        // The writer of this process is busy, and the gate is closed to those who come after this one.
        let closing = Task { try await meeting.two.database.write("waiting for all") { _ in } }
        #expect(try await take(feeds, for: "b", meeting.two, lasting: .seconds(60)).isEmpty)
        #expect(try await meeting.one.leases.prolong([long.lease], lasting: .seconds(60)) == [long.lease])
        end.open()
        try await storing.value
        try await closing.value
        #expect(try await take(feeds, for: "b", meeting.two, lasting: .seconds(60)).map(\.feed.id) == [feeds[0].id])
    }
}
