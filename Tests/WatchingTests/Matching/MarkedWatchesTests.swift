import Boards
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

@Suite("Matching by marks in the database") struct MarkedWatchesTests {
    private typealias Chance = MatchIndexTests.Chance

    private static let start = Timestamp(milliseconds: 1_772_881_200_000)

    private func isCandidate(_ condition: BoundCondition, for change: Change) throws -> Bool {
        let shown = try #require(WatchMark.shown(by: [change], upTo: .max))
        let edges = Dictionary(shown.map { ($0.hash, $0.edge) }) { first, _ in first }
        return WatchMark.marks(of: condition).contains { mark in edges[mark.hash].map { mark.edge >= $0 } ?? false }
    }

    @Test("a change that fulfils a condition shows one of its marks: 50,000 pairs of random boards, conditions and changes")
    func necessary() throws {
        var (chance, pairs, told, candidates) = (Chance(state: 6), 0, 0, 0)
        let moment = Moment(now: Self.start, zone: .gmt)
        while pairs < 50_000 {
            let schema = MatchIndexTests.schema(&chance)
            let conditions = (0..<40).compactMap { _ in
                try? MatchIndexTests.condition(schema, depth: 0, isState: false, &chance).bound(to: schema)
            }
            for _ in 0..<20 {
                let (before, after) = (try MatchIndexTests.record(schema, &chance), try MatchIndexTests.record(schema, &chance))
                let change: Change = [.appeared(after), .altered(before: before, after: after), .gone(before)][chance.below(3)]
                for condition in conditions {
                    let (matches, isFound) = (try condition.matches(change, moment), try isCandidate(condition, for: change))
                    guard isFound || !matches else {
                        Issue.record("\(condition) isn't found by \(change)")
                        return
                    }
                    (pairs, told, candidates) = (pairs + 1, told + (matches ? 1 : 0), candidates + (isFound ? 1 : 0))
                }
            }
        }
        #expect(told > 5_000, "a test that never matches, or marks that leave nothing out, show nothing")
        #expect(candidates < pairs * 9 / 10, "a test that never matches, or marks that leave nothing out, show nothing")
    }

    @Test("equal values have equal marks, however they are written")
    func equalValues() throws {
        let schema = Schema(fields: [Field(name: "name", kind: .text), Field(name: "price", kind: .number)])
        let name = try Condition.field("name", .equals("\u{E9}t\u{E9}")).bound(to: schema)
        #expect(try isCandidate(name, for: .gone(Record([.text("e\u{301}te\u{301}"), nil]))))
        #expect(try !isCandidate(name, for: .gone(Record([.text("ete"), nil]))))
        let zero = try Condition.field("price", .equals("0")).bound(to: schema)
        #expect(try isCandidate(zero, for: .gone(Record([nil, .number(-0.0)]))))
    }

    @Test("limits leave out numbers beyond them, and intervals those far from them")
    func intervals() throws {
        let schema = Schema(fields: [Field(name: "price", kind: .number)])
        var chance = Chance(state: 7)
        func isFound(_ test: Condition.Test, by number: Double) throws -> Bool {
            try isCandidate(try Condition.field("price", test).bound(to: schema), for: .appeared(Record([.number(number)])))
        }
        #expect(try isFound(.atMost("5"), by: 5))
        #expect(try !isFound(.atMost("5"), by: 5.0001))
        #expect(try isFound(.greater("-5"), by: -4.9))
        #expect(try !isFound(.greater("-5"), by: -5.0001))
        #expect(try isFound(.between("-1", "1"), by: -0.0))
        #expect(WatchMark.marks(of: try Condition.field("price", .between("-1e300", "1e300")).bound(to: schema)).count <= 4)
        var far = 0
        for _ in 0..<2_000 {
            let low = Double(chance.below(2_000_000) - 1_000_000) / 100
            let high = low + Double(1 + chance.below(500)) / 100
            let inside = low + (high - low) * Double(chance.below(101)) / 100
            let between = Condition.Test.between("\(low)", "\(high)")
            #expect(try isFound(between, by: min(inside, high)))
            if try isFound(between, by: low - 50 * (high - low)) { far += 1 }
        }
        #expect(far < 200, "an interval covers about four times its size")
    }

    /// A notice of the outbox, and what it tells, without its own id.
    private struct Line: Hashable {
        let person: Int64
        let channel: Int64?
        let watch: Int64?
        let due: Timestamp
        let told: [[Int64]]
    }

    private static let schema = schema(withOptionalKey: false)

    /// Random records have an empty key now and then, until they get theirs.
    private static func schema(withOptionalKey isOptional: Bool) -> Schema {
        var key = Field(name: "key", kind: .text)
        (key.isKey, key.isOptional) = (true, isOptional)
        let kinds: [Field.Kind] = [.text, .number, .money, .date, .timestamp, .flag, .position, .list]
        return Schema(
            fields: [key]
                + kinds.map { kind in
                    var field = Field(name: "of_\(kind)", kind: kind)
                    field.isOptional = true
                    return field
                })
    }

    /// The outbox after eight fetches of random records with 90 random watches of 12 people, who edit them in between.
    private func outbox(_ seed: UInt64, _ limits: Marking.Limits) async throws -> [Line] {
        var chance = Chance(state: seed)
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Store(in: folder.url)
        let schema = Self.schema
        try await store.feeds.prepare("prices", schema)
        let feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
        var people: [Person] = []
        for number in 0..<12 {
            people.append(try await store.people.person(named: "Person \(number)", at: Self.start))
            for name in ["hook", "other"].prefix(number % 3) {
                _ = try await store.following.addChannel(of: people[number], named: name, kind: "webhook", address: "{}", at: Self.start)
            }
        }
        let (midnight, one) = (try #require(TimeOfDay(hour: 0, minute: 0)), try #require(TimeOfDay(hour: 1, minute: 0)))
        let quiet = Watch.QuietHours(from: midnight, to: one, zone: "Asia/Tokyo")
        func settings(_ chance: inout Chance) -> Watch.Settings {
            var condition = MatchIndexTests.condition(schema, depth: 0, isState: false, &chance)
            while (try? condition.bound(to: schema)) == nil {
                condition = MatchIndexTests.condition(schema, depth: 0, isState: false, &chance)
            }
            var settings = Watch.Settings(condition, channels: [["hook"], ["webhook"], []][chance.below(3)])
            settings.digest = [.atOnce, .atOnce, .hourly][chance.below(3)]
            settings.isMuted = chance.isOneIn(10)
            if chance.isOneIn(4) { settings.quietHours = quiet }
            return settings
        }
        var watches: [Watch] = []
        for _ in 0..<90 {
            let person = people[chance.below(people.count)]
            watches.append(try await store.following.addWatch(of: person, on: feed, settings(&chance), at: Self.start))
        }
        let teller = Teller(Due(gather: .seconds(60), zone: .gmt), limits)
        for round in 0..<8 {
            let now = Self.start + .seconds(40 * round)
            var records: [Record] = []
            for number in 0..<6 where !chance.isOneIn(5) {
                var record = try MatchIndexTests.record(Self.schema(withOptionalKey: true), &chance)
                record.values[0] = .text("k\(number)")
                records.append(record)
            }
            _ = try await store.feeds.apply(
                records.count, to: feed, schema, FetchReport(began: now, ended: now, bytes: 1),
                telling: teller.telling(of: feed, schema, at: now)
            ) { [records] in try Comparison.difference(from: $0, to: records, schema) }
            await teller.finishPosting(of: feed, schema, in: store.following) { now }
            #expect(try await store.following.feedsWithOpenPostings().isEmpty)
            for _ in 0..<6 {
                let place = chance.below(watches.count)
                switch chance.below(3) {
                case 0: _ = try await store.following.remove(watches[place])
                case 1:
                    let altered = settings(&chance)
                    _ = try await store.following.update(watches[place].id) { $0 = altered }
                default:
                    let person = people[chance.below(people.count)]
                    watches.append(try await store.following.addWatch(of: person, on: feed, settings(&chance), at: now))
                }
            }
        }
        var notices: [StoredNotice] = []
        for person in people { notices += try await store.following.notices(of: person, limit: 10_000) }
        notices += try await store.following.claim(
            by: "webhook", upTo: 10_000, at: Self.start + .seconds(100 * 86_400), lease: .seconds(60))
        var lines: [Line] = []
        for notice in notices {
            let told = try await store.following.changes(of: notice, limit: 10_000) { _ in schema }
            lines.append(
                Line(
                    person: notice.person, channel: notice.channel, watch: notice.watch, due: notice.due,
                    told: told.map { [$0.change.id, $0.watch] }))
        }
        return lines.sorted { "\($0)" < "\($1)" }
    }

    @Test("each person gets the very notices that they get from memory, in however many parts", arguments: [1, 2, 3] as [UInt64])
    func same(seed: UInt64) async throws {
        var (none, all) = (Marking.Limits(), Marking.Limits())
        (none.inMemory, none.step, none.part) = (0, 7, 5)
        all.inMemory = .max
        let memory = try await outbox(seed, all)
        let marks = try await outbox(seed, none)
        #expect(marks == memory)
        #expect(memory.count > 100)
        #expect(memory.contains { $0.channel != nil && $0.watch == nil })
        // All watches as candidates, and one part.
        (none.shown, none.part) = (0, 1000)
        #expect(try await outbox(seed, none) == memory)
    }

    @Test("a feed that gets more watches than fit into memory goes over to marks, and back")
    func limit() async throws {
        var limits = Marking.Limits()
        limits.inMemory = 2
        let outbox = try await Outbox()
        let teller = Teller(Due(gather: .zero), limits)
        var watches = [try await outbox.watch(), try await outbox.watch(.field("station", .equals("Shell")))]
        func publish(_ price: Double, at seconds: Int64) async throws -> Bool {
            try await outbox.publish([("Shell", price), ("BP", 149)], at: seconds, teller)
            let isOpen = try await !outbox.store.following.feedsWithOpenPostings().isEmpty
            await teller.finishPosting(of: outbox.feed, outbox.board.schema, in: outbox.store.following) { Outbox.time(seconds) }
            return isOpen
        }
        #expect(try await !publish(1, at: 1))
        watches.append(try await outbox.watch(.field("price", .less("10"))))
        #expect(try await publish(2, at: 2))
        #expect(try await publish(3, at: 3))
        #expect(try await outbox.store.following.remove(watches[0]))
        #expect(try await !publish(4, at: 4))
        #expect(try await outbox.store.following.notices(of: outbox.ada).map(\.created) == [4, 3, 2, 1].map(Outbox.time))
    }

    @Test("a command that has fetched posts what is left before it ends")
    func fetched() async throws {
        var limits = Marking.Limits()
        limits.inMemory = 0
        let outbox = try await Outbox()
        try await outbox.watch()
        let server = try ScriptedServer {
            try $0.answer(
                "200 OK", [("Content-Type", "application/json")], body: Array(#"[{"station": "Shell", "price": 1, "open": true}]"#.utf8))
        }
        let fetcher = Fetcher(.loopback)
        let refresh = Refresh(board: outbox.board, feed: outbox.feed, store: outbox.store, teller: Teller(Due(), limits))
        var request = try refresh.request()
        request.url = server.url("/list.json")
        _ = try await refresh.run(fetcher.job(request, for: "test"), of: fetcher) { _ in }
        try await fetcher.shutdown()
        #expect(try await outbox.store.following.notices(of: outbox.ada).isEmpty)
        await refresh.finishPosting()
        #expect(try await outbox.store.following.notices(of: outbox.ada).count == 1)
    }

    @Test("a server posts what its fetches have left")
    func served() async throws {
        var limits = Marking.Limits()
        limits.inMemory = 0
        let (outbox, price) = (try await Outbox(), Price())
        let server = try ScriptedServer {
            let body = #"[{"station": "Shell", "price": \#(price.value.withLock { $0 }), "open": true}]"#
            try $0.answer("200 OK", [("Content-Type", "application/json")], body: Array(body.utf8))
        }
        var board = outbox.board
        board.source.url = server.url("/list.json")
        let teller = Teller(Due(), limits)
        try await withWatcher(of: board, in: outbox.store, server, freshness: .zero, teller: teller, onSchedule: true) { [board] watcher in
            try await eventually("the first list is stored") {
                _ = try await watcher.refresh(board, for: "test")
                return try await watcher.feed(of: board).lastSuccess != nil
            }
            let (feed, settings) = (try await watcher.feed(of: board), Watch.Settings(.everything, channels: []))
            _ = try await outbox.store.following.addWatch(of: outbox.ada, on: feed, settings, at: Outbox.time(0))
            price.value.withLock { $0 = 2 }
            try await eventually("the change is posted") {
                _ = try await watcher.refresh(board, for: "test")
                return try await outbox.store.following.notices(of: outbox.ada).count == 1
            }
        }
    }

    private final class Price: Sendable {
        let value = Mutex(1)
    }

    @Test("a server that starts posts what an earlier run has left")
    func started() async throws {
        var limits = Marking.Limits()
        limits.inMemory = 0
        let outbox = try await Outbox()
        try await outbox.watch()
        try await outbox.publish([("Shell", 1), ("BP", 149)], at: 1, Teller(Due(), limits))
        #expect(try await outbox.store.following.notices(of: outbox.ada).isEmpty)
        let server = try ScriptedServer { try $0.answer("304 Not Modified", [], body: []) }
        try await withWatcher(of: outbox.board, in: outbox.store, server, teller: Teller(), onSchedule: true) { _ in
            try await eventually("the changes are posted") { try await outbox.store.following.notices(of: outbox.ada).count == 1 }
        }
        #expect(try await outbox.store.following.feedsWithOpenPostings().isEmpty)
    }
}
