import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

@Suite("Watches and notices") struct WatchTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let schema: Schema = {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "price", kind: .number)])
    }()

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private func record(_ key: String, _ price: Double) -> Record { Record([.text(key), .number(price)]) }

    /// A feed with two records, stored as its baseline.
    private func readyFeed() async throws -> Feed {
        try await store.feeds.prepare("prices", schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        try await apply([record("a", 1), record("b", 1)], to: feed, at: 1)
        return feed
    }

    /// Stores records in the places of the former ones.
    private func apply(
        _ records: [Record], to feed: Feed, at seconds: Int64,
        telling: Telling? = nil
    ) async throws {
        let report = FetchReport(began: time(seconds), ended: time(seconds), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, schema, report, telling: telling) { next in
            var difference = Difference()
            for (position, record) in records.enumerated() {
                if let stored = try next() {
                    if stored.record != record { difference.altered.append((stored, record, position)) }
                } else {
                    difference.appeared.append((record, position))
                }
            }
            return difference
        }
    }

    private func watch(
        _ feed: Feed, of name: String = "Ada", channels: [String] = ["mail"], _ condition: Condition = .everything
    ) async throws -> Watch {
        let person = try await store.people.person(named: name, at: time(1))
        for channel in channels where try await !store.following.channels(of: person).contains(where: { $0.name == channel }) {
            _ = try await store.following.addChannel(
                of: person, named: channel, kind: "email", address: "\"\(channel)@\(name)\"", at: time(1))
        }
        return try await store.following.addWatch(of: person, on: feed, Watch.Settings(condition, channels: channels), at: time(1))
    }

    /// The drafts of a matching in which each of these watches matches every change.
    private static func drafts(_ watches: [Watch], due: Timestamp) -> Telling {
        Telling { changes, _ in
            watches.map { NoticeDraft(watch: $0.id, changes: changes.map(\.id)) }
        } due: { _, _ in
            due
        }
    }

    /// "Ada mail": the person and the channel of each notice.
    private func ways(_ notices: [StoredNotice]) async throws -> [String] {
        var ways: [String] = []
        for notice in notices {
            let id = try #require(notice.channel)
            let channel = try #require(try await store.following.channel(id))
            ways.append("\(notice.person) \(channel.name)")
        }
        return ways
    }

    @Test("a watch comes back as it was put in, is altered and removed")
    func watches() async throws {
        let feed = try await readyFeed()
        let person = try await store.people.person(named: "Ada", at: time(1))
        #expect(try await store.people.person(named: "Ada", at: time(2)) == person)
        var settings = Watch.Settings(
            .all([.field("key", .equals("a")), .begins(.field("price", .less("1.5")))]), channels: ["mail", "push \"1\""],
            quietHours: TimeOfDay(hour: 22, minute: 0).flatMap { from in
                TimeOfDay(hour: 6, minute: 30).map { Watch.QuietHours(from: from, to: $0, zone: "Europe/Berlin") }
            }, digest: .daily, dailyAt: TimeOfDay(hour: 7, minute: 15))
        var watch = try await store.following.addWatch(of: person, on: feed, settings, at: time(3))
        #expect(watch.settings == settings)
        #expect(settings.quietHours != nil)
        #expect(try await store.following.watch(watch.id) == watch)
        (settings.isMuted, settings.quietHours) = (true, nil)
        watch.settings = settings
        let changed = settings
        #expect(try await store.following.update(watch.id) { $0 = changed } == watch)
        await #expect(throws: Refusal.self) {
            try await store.following.update(watch.id) {
                $0.isMuted = false
                throw Refusal()
            }
        }
        #expect(try await store.following.watches(of: person) == [watch])
        #expect(try await store.following.remove(watch))
        #expect(try await !store.following.remove(watch))
        #expect(try await store.following.update(watch.id) { $0.isMuted = false } == nil)
    }

    @Test("the conditions on a feed are those of all people's watches, each once")
    func conditions() async throws {
        let feed = try await readyFeed()
        #expect(try await store.following.conditions(on: feed).isEmpty)
        let falls = Condition.field("price", .fellBy("5%"))
        for (name, condition) in [("Ada", falls), ("Ben", falls), ("Cyd", .everything)] { _ = try await watch(feed, of: name, condition) }
        try await store.feeds.prepare("others", schema)
        let other = try await store.feeds.feed(of: "others", url: "https://others.example/")
        #expect(try await Set(store.following.conditions(on: feed)) == [falls, .everything])
        #expect(try await store.following.conditions(on: other).isEmpty)
    }

    private struct Refusal: Error {}

    @Test("what two alter of a watch at once stays, of both")
    func alteredAtOnce() async throws {
        let (watch, store) = (try await watch(try await readyFeed()), store)
        await withTaskGroup { group in
            for name in 0..<20 { group.addTask { _ = try? await store.following.update(watch.id) { $0.channels.append("\(name)") } } }
        }
        let channels = try await store.following.watch(watch.id)?.settings.channels ?? []
        #expect(Set(channels).isSuperset(of: (0..<20).map { "\($0)" }))
    }

    @Test("notices are stored with their changes, claimed when they are due, and done when they are sent")
    func wayOut() async throws {
        let feed = try await readyFeed()
        let watch = try await watch(feed, channels: ["mail", "push"])
        #expect(try await store.following.nextDue(by: "email") == nil)
        try await apply([record("a", 2), record("b", 2)], to: feed, at: 2, telling: Self.drafts([watch], due: time(10)))
        #expect(try await store.following.nextDue(by: "email") == time(10))
        #expect(try await store.following.claim(by: "email", at: time(9), lease: .seconds(60)).isEmpty)
        let notices = try await store.following.claim(by: "email", at: time(10), lease: .seconds(60))
        #expect(try await ways(notices) == ["1 mail", "1 push"])
        #expect(Set(notices.map(\.identifier)).count == 2)
        #expect(notices.allSatisfy { $0.attempts == 1 && $0.nextAttempt == time(70) && $0.person == watch.person })
        let changes = try await store.following.changes(of: notices[0], limit: 10) { [schema] _ in schema }
        #expect(changes.map(\.change.change.after) == [record("a", 2), record("b", 2)])
        #expect(changes.allSatisfy { $0.board == "prices" && $0.watch == watch.id })
        #expect(notices.allSatisfy { $0.subject == .changes(count: 2) && $0.watch == watch.id && $0.feed == feed.id })
        for notice in notices { #expect(try await store.following.note(.sent, of: notice, at: time(11))) }
        #expect(try await store.following.nextDue(by: "email") == nil)
        #expect(try await store.following.claim(by: "email", at: time(1000), lease: .seconds(60)).isEmpty)
    }

    @Test("if the matching throws, neither records nor changes nor notices are there, and the next fetch has them all")
    func abortedMatching() async throws {
        let feed = try await readyFeed()
        let watch = try await watch(feed)
        struct Killed: Error {}
        let seen = Counter()
        await #expect(throws: (any Error).self) {
            let telling = Telling { changes, _ in
                for _ in changes { seen.add() }
                throw Killed()
            } due: { _, _ in
                Timestamp(milliseconds: 0)
            }
            try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: telling)
        }
        #expect(seen.count == 1)
        #expect(try await store.feeds.records(of: feed, schema).map(\.record) == [record("a", 1), record("b", 1)])
        #expect(try await store.feeds.changes(of: feed, schema).isEmpty)
        #expect(try await store.feeds.feed(feed.id)?.lastSuccess == time(1))
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 3, telling: Self.drafts([watch], due: time(3)))
        #expect(try await store.following.claim(by: "email", at: time(3), lease: .seconds(1)).count == 1)
    }

    @Test("a notice that cannot be stored takes the whole fetch with it")
    func abortedNotice() async throws {
        let feed = try await readyFeed()
        let watch = try await watch(feed)
        let telling = Telling { changes, _ in
            // The second change does not exist.
            [NoticeDraft(watch: watch.id, changes: changes.map(\.id) + [999])]
        } due: { _, _ in
            Timestamp(milliseconds: 0)
        }
        await #expect(throws: StorageError.self) {
            try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: telling)
        }
        #expect(try await store.following.nextDue(by: "email") == nil)
        #expect(try await store.feeds.changes(of: feed, schema).isEmpty)
    }

    @Test("a watch that was removed or muted since it was matched is told nothing, and the others are")
    func removedMeanwhile() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob"), try await watch(feed, of: "Cleo")]
        #expect(try await store.following.remove(watches[0]))
        #expect(try await store.following.update(watches[1].id) { $0.isMuted = true } != nil)
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        #expect(try await store.following.claim(by: "email", at: time(2), lease: .seconds(60)).map(\.person) == [watches[2].person])
    }

    @Test("somebody disabled is told nothing, and is not sent what waits")
    func disabled() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob")]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        let ada = try #require(try await store.people.person(named: "Ada"))
        #expect(try await store.people.update(ada.id, isDisabled: true) != nil)
        try await apply([record("a", 3), record("b", 1)], to: feed, at: 3, telling: Self.drafts(watches, due: time(3)))
        let sent = try await store.following.claim(by: "email", at: time(9), lease: .seconds(60))
        #expect(!sent.isEmpty)
        #expect(sent.allSatisfy { $0.person == watches[1].person })
        #expect(try await store.following.notices(of: ada).count == 1)
    }

    @Test("whoever dies between sending and noting leaves the notice to the next, under the same id")
    func lease() async throws {
        let feed = try await readyFeed()
        let watch = try await watch(feed)
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts([watch], due: time(2)))
        let first = try #require(try await store.following.claim(by: "email", at: time(2), lease: .seconds(60)).first)
        // Another process, on the same data.
        let other = try Engine.store(in: folder.url)
        #expect(try await other.following.claim(by: "email", at: time(61), lease: .seconds(60)).isEmpty)
        #expect(try await other.following.nextDue(by: "email") == time(62))
        let second = try #require(try await other.following.claim(by: "email", at: time(62), lease: .seconds(60)).first)
        #expect(second.id == first.id)
        #expect(second.identifier == first.identifier)
        #expect(second.attempts == 2)
        // The first process was only slow: its failure doesn't affect the second's claim, but its success counts.
        #expect(try await !store.following.note(.failed(reason: "slow", retryAt: nil), of: first, at: time(63)))
        #expect(try await store.following.note(.sent, of: first, at: time(64)))
        #expect(try await !other.following.note(.sent, of: second, at: time(65)))
        #expect(try await other.following.claim(by: "email", at: time(1000), lease: .seconds(60)).isEmpty)
    }

    @Test("who still has notices under way leaves them out, however long ago they were claimed")
    func held() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob")]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        let notices = try await store.following.claim(by: "email", at: time(2), lease: .seconds(60))
        let (slow, other) = (notices[0].id, notices[1].id)
        #expect(try await store.following.nextDue(by: "email", except: [slow]) == time(62))
        #expect(try await store.following.claim(by: "email", except: [slow], at: time(62), lease: .seconds(60)).map(\.id) == [other])
        #expect(try await store.following.nextDue(by: "email", except: [other]) == time(62))
        #expect(try await store.following.nextDue(by: "email", except: [slow, other]) == nil)
        #expect(try await store.following.claim(by: "email", except: [slow, other], at: time(999), lease: .seconds(60)).isEmpty)
        #expect(try await store.following.claim(by: "email", at: time(999), lease: .seconds(60)).map(\.attempts) == [2, 3])
    }

    @Test("whoever knows that those who claimed are no more makes their notices due again, and no others")
    func release() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob")]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        let notices = try await store.following.claim(by: "email", at: time(2), lease: .seconds(600))
        #expect(try await store.following.note(.failed(reason: "503", retryAt: time(300)), of: notices[1], at: time(3)))
        try await store.following.releaseClaims(at: time(4))
        #expect(
            try await store.following.claim(by: "email", at: time(4), lease: .seconds(600)).map(\.identifier) == [notices[0].identifier])
    }

    @Test("a node that starts makes its own notices due again, and none that another server has claimed")
    func releaseOfNode() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob")]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        func claim(_ node: String, at seconds: Int64, upTo limit: Int = 9) async throws -> [UUID] {
            try await store.following.claim(by: "email", upTo: limit, on: node, at: time(seconds), lease: .seconds(600)).map(\.identifier)
        }
        let (first, second) = (try await claim("east", at: 2, upTo: 1), try await claim("west", at: 2))
        #expect(first.count == 1 && second.count == 1)
        try await store.following.releaseClaims(of: "west", at: time(3))
        #expect(try await claim("west", at: 4) == second)
        // A process that isn't of a node takes nothing from nodes.
        try await store.following.releaseClaims(at: time(5))
        #expect(try await claim("", at: 6) == [])
        // The lease of the other has ended.
        #expect(try await claim("west", at: 603) == first)
    }

    @Test("a failed attempt is made again when it says, or given up")
    func retries() async throws {
        let feed = try await readyFeed()
        let watch = try await watch(feed)
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts([watch], due: time(2)))
        let first = try #require(try await store.following.claim(by: "email", at: time(2), lease: .seconds(60)).first)
        #expect(try await store.following.note(.failed(reason: "503", retryAt: time(30)), of: first, at: time(3)))
        #expect(try await store.following.nextDue(by: "email") == time(30))
        let second = try #require(try await store.following.claim(by: "email", at: time(30), lease: .seconds(60)).first)
        #expect(try await store.following.note(.failed(reason: "410", retryAt: nil), of: second, at: time(31)))
        #expect(try await store.following.nextDue(by: "email") == nil)
    }

    @Test("a person is told of a change once by each channel, however many of their watches match it")
    func once() async throws {
        let feed = try await readyFeed()
        let watches = [
            try await watch(feed, channels: ["mail"]), try await watch(feed, channels: ["mail", "push"]),
            try await watch(feed, of: "Bob", channels: ["mail"]),
        ]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        let notices = try await store.following.claim(by: "email", at: time(2), lease: .seconds(60))
        #expect(try await ways(notices) == ["1 mail", "1 push", "2 mail"])
    }

    @Test("what is claimed is claimed by one: two senders at once share the notices")
    func senders() async throws {
        let feed = try await readyFeed()
        var watches: [Watch] = []
        for number in 0..<40 { watches.append(try await watch(feed, of: "p\(number)")) }
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        let other = try Engine.store(in: folder.url)
        let claimed = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for store in [store, other, store, other] {
                group.addTask { [now = time(2)] in
                    try await store.following.claim(by: "email", upTo: 15, at: now, lease: .seconds(60)).map(\.id)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 40)
        #expect(Set(claimed).count == 40)
    }

    @Test("a removed watch takes its notices along, a removed person everything of theirs")
    func removed() async throws {
        let feed = try await readyFeed()
        let watches = [try await watch(feed), try await watch(feed, of: "Bob")]
        try await apply([record("a", 2), record("b", 1)], to: feed, at: 2, telling: Self.drafts(watches, due: time(2)))
        #expect(try await store.following.remove(watches[0]))
        try await store.people.remove(try await store.people.person(named: "Bob", at: time(3)))
        #expect(try await store.following.nextDue(by: "email") == nil)
        #expect(try await store.following.watch(watches[1].id) == nil)
    }

    @Test("what is said of a feed's health is said once to each person by each channel, with the state that says so")
    func health() async throws {
        let feed = try await readyFeed()
        _ = try await watch(feed, channels: ["mail", "push"])
        _ = try await watch(feed, channels: ["mail"])
        _ = try await watch(feed, of: "Bob", channels: ["mail"])
        let checkup = Checkup { state, _ in
            let failures = (state.flatMap(Int.init) ?? 0) + 1
            return ("\(failures)", failures == 2 ? ["It cannot be fetched."] : [])
        }
        for seconds: Int64 in 1...3 {
            let report = FetchReport(began: time(seconds), ended: time(seconds), bytes: 0)
            try await store.feeds.noteFailure("500", of: feed, report, checkup: checkup)
        }
        #expect(try await store.following.health(of: feed) == "3")
        let notices = try await store.following.claim(by: "email", at: time(9), lease: .seconds(60))
        #expect(try await ways(notices) == ["1 mail", "1 push", "2 mail"])
        #expect(notices.allSatisfy { $0.subject == .health("It cannot be fetched.") })
        let bob = try await store.people.person(named: "Bob", at: time(9))
        #expect(try await store.following.notices(of: bob).map(\.subject) == [.health("It cannot be fetched.")])
    }
}

/// Counts calls from a closure.
private final class Counter: Sendable {
    private let seen = Mutex(0)
    var count: Int { seen.withLock { $0 } }
    func add() { seen.withLock { $0 += 1 } }
}
