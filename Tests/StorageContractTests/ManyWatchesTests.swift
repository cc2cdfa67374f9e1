import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

/// A feed whose watches are found by marks, as are those of a feed with too many for memory.
@Suite("Very many watches") struct ManyWatchesTests {
    private let prices: Prices

    init() async throws { prices = try await Prices() }

    private func time(_ seconds: Int64) -> Timestamp { Prices.time(seconds) }

    /// Marks of any change, of a key, and of a price at most.
    private static func marks(of condition: Condition) -> Set<WatchMark> {
        switch condition {
        case .field(_, .equals(let key)): [WatchMark(hash: key.utf8.reduce(100) { $0 * 31 + Int64($1) })]
        case .field(_, .atMost(let price)): [WatchMark(hash: 1, edge: Int64(price) ?? 0)]
        default: [WatchMark(hash: 0)]
        }
    }

    private static func shown(by changes: [Change]) -> [WatchMark] {
        changes.flatMap { change -> [WatchMark] in
            guard let record = change.after, case .text(let key)? = record.values[0], case .number(let price)? = record.values[1] else {
                return []
            }
            return [Condition.everything, .field("key", .equals(key))].flatMap(marks) + [WatchMark(hash: 1, edge: Int64(price))]
        }
    }

    /// `onPart`: called before the watches of a part are decided.
    private func telling(
        step: Int = 3, part: Int = 3, inMemory: Int = 0, madeFor: String = "1", looksUp: Bool = true,
        onPart: @Sendable @escaping ([Watch]) throws -> Void = { _ in }
    ) -> Telling {
        var limits = Marking.Limits()
        (limits.step, limits.part, limits.inMemory) = (step, part, inMemory)
        let marking = Marking(madeFor: madeFor, schema: Prices.schema, limits: limits) { watch in
            Self.marks(of: watch.settings.condition)
        } shown: { changes in
            looksUp ? Self.shown(by: changes) : nil
        } drafts: { changes, watches, _, now in
            try onPart(watches)
            let moment = Moment(now: now, zone: .gmt)
            return try watches.compactMap { watch in
                let condition = try watch.settings.condition.bound(to: Prices.schema)
                let told = try changes.filter { try condition.matches($0.change, moment) }
                return told.isEmpty ? nil : NoticeDraft(watch: watch.id, changes: told.map(\.id))
            }
        }
        return Telling(marking: marking) { _, _ in
            nil
        } due: { _, _ in
            Prices.time(9)
        }
    }

    private func watch(_ person: Person, _ condition: Condition = .everything) async throws -> Watch {
        try await prices.store.following.addWatch(
            of: person, on: prices.feed, Watch.Settings(condition, channels: ["email"]), at: Prices.time(0))
    }

    private func people(_ count: Int) async throws -> [Person] {
        var people: [Person] = []
        for number in 0..<count {
            people.append(try await prices.person("Person \(number)"))
            _ = try await prices.channel(of: people[number], "mail")
        }
        return people
    }

    /// Posts all that is left; returns the number of transactions.
    @discardableResult
    private func finish(_ telling: Telling, in store: Store? = nil) async throws -> Int {
        var count = 1
        while try await (store ?? prices.store).following.continuePosting(of: prices.feed, telling, at: time(5)) { count += 1 }
        return count
    }

    private func told(_ people: [Person]) async throws -> [Int] {
        var counts: [Int] = []
        for person in people { counts.append(try await prices.store.following.notices(of: person).count) }
        return counts
    }

    @Test("a fetch leaves its changes to be posted, and each person gets one part of them, on all channels")
    func parts() async throws {
        let people = try await people(7)
        for person in people { for _ in 0..<2 { _ = try await watch(person) } }
        let parts = Mutex<[Set<Person.ID>]>([])
        let telling = self.telling { watches in parts.withLock { $0.append(Set(watches.map(\.person))) } }
        try await prices.apply([2, 1], at: 2, telling: telling)
        #expect(try await told(people) == Array(repeating: 0, count: 7))
        #expect(try await prices.store.following.feedsWithOpenPostings() == [prices.feed.id])
        #expect(try await finish(telling) > 7)
        #expect(try await told(people) == Array(repeating: 1, count: 7))
        #expect(try await prices.store.following.feedsWithOpenPostings().isEmpty)
        let mails = try await prices.store.following.claim(by: "email", at: time(9), lease: .seconds(60))
        #expect(mails.count == 7)
        #expect(Set(mails.map(\.person)) == Set(people.map(\.id)))
        for mail in mails { #expect(try await prices.keys(mail) == "a") }
        // Both watches of a person are decided together.
        let decided = Set(parts.withLock { $0 })
        #expect(decided.count == 7)
        for person in people { #expect(decided.contains([person.id])) }
    }

    @Test("only watches with a mark that the changes show are looked at, unless the changes show too many")
    func candidates() async throws {
        let ada = try await people(1)[0]
        let wanted = [
            try await watch(ada, .field("key", .equals("a"))), try await watch(ada, .field("price", .atMost("2"))),
            try await watch(ada, .field("price", .atMost("7"))), try await watch(ada),
        ]
        let others = [try await watch(ada, .field("key", .equals("b"))), try await watch(ada, .field("price", .atMost("1")))]
        let seen = Mutex<Set<Watch.ID>>([])
        for (looksUp, price) in [(true, 2.0), (false, 1.5)] {
            let telling = self.telling(looksUp: looksUp) { watches in seen.withLock { $0.formUnion(watches.map(\.id)) } }
            try await prices.apply([price, 1], at: looksUp ? 2 : 3, telling: telling)
            try await finish(telling)
            #expect(seen.withLock { $0 } == Set((looksUp ? wanted : wanted + others).map(\.id)))
        }
    }

    @Test("a person with more watches than a part has gets them all in one")
    func manyOfOne() async throws {
        let people = try await people(3)
        for (person, count) in zip(people, [1, 9, 1]) { for _ in 0..<count { _ = try await watch(person) } }
        let sizes = Mutex<Set<Int>>([])
        let telling = self.telling { watches in sizes.withLock { _ = $0.insert(watches.count) } }
        try await prices.apply([2, 1], at: 2, telling: telling)
        try await finish(telling)
        #expect(sizes.withLock { $0.contains { $0 >= 9 } })
        #expect(try await told(people) == [1, 1, 1])
    }

    @Test("a failure undoes its own transaction only, and another process continues there: no one is told twice")
    func continued() async throws {
        let people = try await people(8)
        for person in people { _ = try await watch(person) }
        let isBroken = Mutex(false)
        let telling = self.telling(part: 2) { _ in if isBroken.withLock({ $0 }) { throw CocoaError(.fileReadUnknown) } }
        try await prices.apply([2, 1], at: 2, telling: telling)
        while try await told(people).reduce(0, +) == 0 {
            #expect(try await prices.store.following.continuePosting(of: prices.feed, telling, at: time(5)))
        }
        let first = try await told(people)
        #expect(first.contains(0))
        isBroken.withLock { $0 = true }
        await #expect(throws: (any Error).self) { try await finish(telling) }
        #expect(try await told(people) == first)
        isBroken.withLock { $0 = false }
        // The next fetch waits in line.
        try await prices.apply([3, 1], at: 3, telling: telling)
        try await finish(telling, in: try Engine.store(in: prices.folder.url))
        #expect(try await told(people) == Array(repeating: 2, count: 8))
    }

    @Test("two processes share the work, and no one is told twice")
    func together() async throws {
        let people = try await people(12)
        for person in people { _ = try await watch(person) }
        let telling = self.telling(part: 1)
        try await prices.apply([2, 1], at: 2, telling: telling)
        let other = try Engine.store(in: prices.folder.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in [prices.store, other] { group.addTask { _ = try await finish(telling, in: store) } }
            try await group.waitForAll()
        }
        #expect(try await told(people) == Array(repeating: 1, count: 12))
    }

    @Test("marks follow what is added, altered, muted and removed; a watch that was added after the fetch isn't told of it")
    func followed() async throws {
        let people = try await people(5)
        let key = Condition.field("key", .equals("b"))
        var watches: [Watch] = []
        for person in people { watches.append(try await watch(person, key)) }
        let telling = self.telling()
        try await prices.apply([2, 1], at: 2, telling: telling)
        try await finish(telling)
        #expect(try await told(people) == [0, 0, 0, 0, 0])
        // Marked for one key, and then for another.
        #expect(try await prices.store.following.update(watches[0].id) { $0.condition = .field("key", .equals("a")) } != nil)
        #expect(try await prices.store.following.update(watches[1].id) { ($0.condition, $0.isMuted) = (.everything, true) } != nil)
        #expect(try await prices.store.following.remove(watches[2]))
        _ = try await watch(people[3])
        try await prices.store.people.remove(people[4])
        try await prices.apply([3, 1], at: 3, telling: telling)
        _ = try await watch(people[2])
        try await finish(telling)
        #expect(try await told(people) == [1, 0, 0, 1, 0])
        #expect(try await prices.store.following.update(watches[1].id) { $0.isMuted = false } != nil)
        try await prices.apply([4, 1], at: 4, telling: telling)
        try await finish(telling)
        #expect(try await told(people) == [2, 1, 1, 2, 0])
    }

    @Test("marks that were made for other fields are made again")
    func otherFields() async throws {
        let people = try await people(4)
        for person in people { _ = try await watch(person) }
        for (seconds, madeFor) in [(2, "1"), (3, "2"), (4, "2")] as [(Int64, String)] {
            let telling = self.telling(madeFor: madeFor)
            try await prices.apply([Double(seconds), 1], at: seconds, telling: telling)
            let count = try await finish(telling)
            // Two parts, and two steps with a beginning before.
            #expect(count == (seconds == 4 ? 2 : 5))
        }
        #expect(try await told(people) == [3, 3, 3, 3])
    }

    @Test("a server with other fields leaves a posting to servers that have its fields, but not forever")
    func leftToOthers() async throws {
        let people = try await people(2)
        for person in people { _ = try await watch(person) }
        let (own, other) = (telling(madeFor: "1"), telling(madeFor: "2"))
        try await prices.apply([2, 1], at: 2, telling: own)
        #expect(try await !prices.store.following.continuePosting(of: prices.feed, other, at: time(601)))
        #expect(try await prices.store.following.feedsWithOpenPostings() == [prices.feed.id])
        while try await prices.store.following.continuePosting(of: prices.feed, other, at: time(602)) {}
        #expect(try await told(people) == [1, 1])
    }

    @Test("feeds that are shown together share the marks of their watches")
    func sharedMarks() async throws {
        let other = try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/other")
        try await prices.apply([1, 1], at: 1, to: other)
        let people = try await people(4)
        for person in people { _ = try await watch(person) }
        try await prices.store.feeds.join([prices.feed, other])
        let telling = self.telling()
        try await prices.apply([1, 7], at: 2, to: other, telling: telling)
        while try await prices.store.following.continuePosting(of: other, telling, at: time(5)) {}
        #expect(try await told(people) == [1, 1, 1, 1])
        // What another feed has said already isn't news.
        try await prices.apply([1, 7], at: 3, telling: telling)
        try await finish(telling)
        #expect(try await told(people) == [1, 1, 1, 1])
    }

    @Test("a message about the feed's health goes to all people with a watch, in parts if they are too many")
    func health() async throws {
        let people = try await people(5)
        for person in people { for _ in 0..<2 { _ = try await watch(person) } }
        for (seconds, inMemory) in [(2, 10), (3, 9)] as [(Int64, Int)] {
            let telling = self.telling(inMemory: inMemory)
            let report = FetchReport(began: time(seconds), ended: time(seconds), bytes: 0)
            let checkup = Checkup { _, _ in ("\(seconds)", ["It cannot be fetched."]) }
            try await prices.store.feeds.noteFailure("500", of: prices.feed, report, telling: telling, checkup: checkup)
            let count = try await finish(telling)
            #expect(count == (inMemory == 10 ? 1 : 5))
        }
        #expect(try await told(people) == [2, 2, 2, 2, 2])
        let mails = try await prices.store.following.claim(by: "email", at: time(9), lease: .seconds(60))
        #expect(mails.count == 10)
        #expect(mails.allSatisfy { $0.subject == .health("It cannot be fetched.") })
    }

    @Test("whether a feed has more watches than a number is known without counting all")
    func counted() async throws {
        let ada = try await people(1)[0]
        for _ in 0..<3 { _ = try await watch(ada) }
        let found = Mutex<[Bool]>([])
        let telling = Telling { _, watches in
            let more = try [2, 3, .max].map { try watches.areMore(than: $0) }
            found.withLock { $0 = more }
            return []
        } due: { _, _ in
            Prices.time(9)
        }
        try await prices.apply([2, 1], at: 2, telling: telling)
        #expect(found.withLock { $0 } == [true, false, false])
    }
}
