import Foundation
import Records
import StorageSupport
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("Stores that meet in PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresMeetingTests {
    @Test("one administrator stays where two take the role from each other")
    func administrators() async throws {
        try await Meeting.hold(.topic, slow: ["people"]) { meeting, round in
            let ada = try await meeting.person("Ada \(round)", .administrator)
            let eve = try await meeting.person("Eve \(round)", .administrator)
            for other in try await meeting.one.people.all() where other.role == .administrator && other.id != ada.id && other.id != eve.id {
                _ = try await meeting.one.people.update(other.id, role: .member)
            }
            func demote(_ person: Person) -> @Sendable (Store) async throws -> Person? {
                { try await $0.people.update(person.id, role: .member) }
            }
            _ = try await meeting.both(demote(ada), demote(eve))
            return try await meeting.one.people.hasAdministrator()
        }
    }

    @Test("a name is given to one of two")
    func names() async throws {
        try await Meeting.hold(.topic, slow: ["people"]) { meeting, round in
            func add(_ name: String) -> @Sendable (Store) async throws -> Bool {
                { try await $0.people.add("\(name) \(round)", .member, password: nil, at: meeting.at(0)) != nil }
            }
            return try await meeting.both(add("Ada"), add("ADA")).count { $0 } == 1
        }
    }

    @Test("feeds of a host are leased by one of two nodes")
    func hosts() async throws {
        try await Meeting.hold(.topic, slow: ["leases"]) { meeting, round in
            func take(_ number: Int, for node: String) -> @Sendable (Store) async throws -> [LeasedFeed] {
                { store in
                    let feed = try await store.feeds.feed(of: "prices", url: "https://\(round).example/\(number)")
                    let wanted = WantedFeed(feed.id, host: "\(round).example:443", due: nil)
                    return try await store.leases.take([wanted], for: node, room: 9, perHost: 6, lasting: Lease.longest)
                }
            }
            let taken = try await meeting.both(take(1, for: "a"), take(2, for: "b"))
            return taken.joined().count == 1
        }
    }

    @Test("a person has so many channels and no more")
    func channels() async throws {
        let limit = FollowingStore.channelLimit
        try await Meeting.hold(.owner, slow: ["channels"]) { meeting, round in
            let person = try await meeting.person("Ada \(round)")
            try await meeting.one.database.write("adding channels") {
                try $0.execute(
                    sql: """
                        INSERT INTO channels (person, name, kind, address, created)
                        SELECT ?, 'c' || number, 'email', '', 0 FROM generate_series(1, CAST(? AS BIGINT)) AS number
                        """, arguments: [person.id, limit - 1])
            }
            func add(_ name: String) -> @Sendable (Store) async throws -> Bool {
                { store in
                    try await Meeting.isAdded {
                        _ = try await store.following.addChannel(of: person, named: name, kind: "ntfy", address: name, at: meeting.at(0))
                    }
                }
            }
            let added = try await meeting.both(add("x"), add("y"))
            let count = try await meeting.count("SELECT count(*) FROM channels WHERE person = ?", [person.id])
            return added.count { $0 } == 1 && count == limit
        }
    }

    @Test("a board has so many feeds and no more")
    func feeds() async throws {
        try await Meeting.hold(.board, slow: ["feeds"]) { meeting, round in
            func add(_ name: String) -> @Sendable (Store) async throws -> Bool {
                { store in
                    try await Meeting.isAdded {
                        _ = try await store.feeds.feed(of: "a\(round)", url: "https://a.example/\(name)", limit: 1)
                    }
                }
            }
            return try await meeting.both(add("x"), add("y")).count { $0 } == 1
        }
    }

    @Test("what two feeds tell a person at once becomes one digest")
    func digests() async throws {
        try await Meeting.hold(.news, slow: ["notices"]) { meeting, round in
            let feeds = try await meeting.one.priceFeeds(2)
            let person = try await meeting.person("Ada \(round)")
            let channel = try await meeting.one.following.addChannel(
                of: person, named: "mail", kind: "email", address: "\"a\"", at: meeting.at(0))
            let settings = Watch.Settings(.everything, channels: ["mail"], digest: .daily)
            let due = meeting.at(1_000_000)
            func apply(to feed: Feed) -> @Sendable (Store) async throws -> Void {
                { store in
                    let watch = try await store.following.addWatch(of: person, on: feed, settings, at: meeting.at(0))
                    let telling = Prices.telling([watch]) { _, _ in due }
                    try await store.apply([Double(round + 1)], to: feed, at: meeting.at(round + 1), telling: telling)
                }
            }
            _ = try await meeting.both(apply(to: feeds[0]), apply(to: feeds[1]))
            let notices = try await meeting.count("SELECT count(*) FROM notices WHERE channel = ?", [channel.id])
            let told = try await meeting.count("SELECT count(*) FROM notice_changes WHERE channel = ?", [channel.id])
            return notices == 1 && told == 2
        }
    }

    @Test("nothing joins a digest once it is claimed to be sent")
    func claimedDigests() async throws {
        try await Meeting.hold(.waiting, slow: []) { meeting, round in
            if round == 0 {
                let isSent = "NEW.channel <> 0 AND EXISTS (SELECT 1 FROM notices WHERE id = NEW.notice AND attempts > 0)"
                try meeting.look(atEnd: "notice_changes", isSent)
            }
            let feed = try await meeting.one.priceFeeds(1)[0]
            let person = try await meeting.person("Ada \(round)")
            _ = try await meeting.one.following.addChannel(of: person, named: "mail", kind: "email", address: "\"a\"", at: meeting.at(0))
            let settings = Watch.Settings(.everything, channels: ["mail"], digest: .daily)
            let watch = try await meeting.one.following.addWatch(of: person, on: feed, settings, at: meeting.at(0))
            let (began, due) = (round * 100, meeting.at(round * 100 + 50))
            let telling = Prices.telling([watch]) { _, _ in due }
            try await meeting.one.apply([Double(began + 1)], to: feed, at: meeting.at(began + 1), telling: telling)
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let join: @Sendable (Store) async throws -> Void = { store in
                defer { beginning.finish() }
                try await store.apply([Double(began + 2)], to: feed, at: meeting.at(began + 2), telling: telling) { beginning.yield() }
            }
            // At any moment while the other joins.
            let claim: @Sendable (Store) async throws -> Void = {
                for await _ in begun { break }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...30)))
                _ = try await $0.following.claim(by: "email", at: due, lease: .seconds(1_000_000))
            }
            _ = try await meeting.both(join, claim)
            return try await meeting.count("SELECT count(*) FROM late") == 0
        }
    }

    @Test("no write on behalf of a person is committed after they were disabled")
    func disabled() async throws {
        try await Meeting.hold(.asker, slow: []) { meeting, round in
            if round == 0 {
                try meeting.look(atEnd: "feeds", "EXISTS (SELECT 1 FROM people WHERE name = NEW.board AND disabled <> 0)")
            }
            let person = try await meeting.person("p\(round)")
            let write: @Sendable (Store) async throws -> Void = { store in
                let acting = store.acting(for: OnBehalf(person, by: .proxy))
                do {
                    _ = try await acting.feeds.feed(of: person.name, url: "https://a.example/")
                } catch is Withdrawn {
                    // The other was first.
                }
            }
            let disable: @Sendable (Store) async throws -> Void = { _ = try await $0.people.update(person.id, isDisabled: true) }
            _ = try await meeting.both(write, disable)
            return try await meeting.count("SELECT count(*) FROM late") == 0
        }
    }

    @Test("due notices are claimed once by two who send")
    func claims() async throws {
        let meeting = try Meeting(["notices"])
        let feed = try await meeting.one.priceFeeds(1)[0]
        for round in 0..<Meeting.rounds {
            let person = try await meeting.person("Ada \(round)")
            _ = try await meeting.one.following.addChannel(of: person, named: "mail", kind: "email", address: "\"a\"", at: meeting.at(0))
            let watch = try await meeting.one.following.addWatch(
                of: person, on: feed, Watch.Settings(.everything, channels: ["mail"]), at: meeting.at(0))
            for number in 1...4 {
                let time = meeting.at(round * 10 + number)
                let telling = Prices.telling([watch]) { _, _ in time }
                try await meeting.one.apply([Double(round * 10 + number)], to: feed, at: time, telling: telling)
            }
            let claim: @Sendable (Store) async throws -> [Int64] = {
                try await $0.following.claim(by: "email", upTo: 3, at: meeting.at(100_000), lease: .seconds(1_000_000)).map(\.id)
            }
            let claimed = try await meeting.both(claim, claim)
            #expect(Set(claimed[0]).isDisjoint(with: claimed[1]), "\(claimed)")
            #expect(claimed.joined().count == 4, "\(claimed)")
        }
    }

    @Test("of two transactions that wait for each other one begins again, unless its body can't")
    func collisions() async throws {
        let meeting = try Meeting()
        let (ada, eve) = (try await meeting.person("Ada"), try await meeting.person("Eve"))
        /// How often bodies ran, and how many transactions succeeded.
        func meet(_ scope: WriteScope) async throws -> [Int] {
            let (runs, first, second) = (Runs(), Gate(), Gate())
            func rename(_ people: [Person.ID], _ own: Gate, _ other: Gate) -> @Sendable (Store) async throws -> Bool {
                { store in
                    do {
                        try await store.database.write("renaming", locking: scope) { database in
                            runs.count.withLock { $0 += 1 }
                            for person in people {
                                try database.execute(sql: "UPDATE people SET password = 'x' WHERE id = ?", arguments: [person])
                                // Both have one of the rows.
                                own.open()
                                try other.block()
                            }
                        }
                        return true
                    } catch is StorageError {
                        return false
                    }
                }
            }
            let done = try await meeting.both(rename([ada.id, eve.id], first, second), rename([eve.id, ada.id], second, first))
            return [runs.count.withLock { $0 }, done.count { $0 }]
        }
        let met = try await meet(.nothing)
        // A transaction that begins again may be quick enough to meet the other once more.
        #expect(met[0] >= 3)
        #expect(met[1] == 2)
        #expect(try await meet(.nothing.once) == [2, 1])
    }
}

private final class Runs: Sendable { let count = Mutex(0) }

@Suite("What writes lock") struct WriteScopeTests {
    @Test("the gate comes first, the news before a row, and what is missing isn't locked")
    func order() {
        let words = WriteScope.person(17).withNews.beginning().split(separator: "; ")
        #expect(words.count == 4)
        #expect(words.first == "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        #expect(words[1].contains("lock_shared("))
        #expect(words[2] == WriteScope.news)
        #expect(words.last == "SELECT 1 FROM people WHERE id = 17 FOR NO KEY UPDATE")
        #expect(WriteScope.everything.withNews.beginning() == WriteScope.everything.beginning())
        #expect(WriteScope.person(17).beginning(without: [.gate, .owner]) == words[0])
        #expect(WriteScope.board("a").beginning() != WriteScope.board("b").beginning())
        #expect(!WriteScope.nothing.once.mayRepeat)
    }
}
