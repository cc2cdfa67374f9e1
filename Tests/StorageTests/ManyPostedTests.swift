import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// Many people who get notices by one posting get what each would get alone.
@Suite("Posting to many at once") struct ManyPostedTests {
    private struct Line: Hashable {
        let person, channel, feed, watch, due: Int64?
        let state: String
        let told: [[Int64]]
    }

    private static func due(_ watch: Watch, _ lastTold: Timestamp?) -> Timestamp {
        switch watch.settings.digest {
        case .atOnce: watch.id.isMultiple(of: 3) ? (lastTold ?? Prices.time(5)) + .seconds(50) : Prices.time(2)
        default: Prices.time(100)
        }
    }

    /// Three fetches, two of them of feeds that are shown together, posted to 60 people of up to four watches; returns the outbox then.
    private func outbox(_ parts: ([NoticeDraft], [Watch]) -> [[NoticeDraft]]) async throws -> [Line] {
        let prices = try await Prices()
        let other = try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/other")
        try await prices.apply([1, 1, 1], at: 1)
        try await prices.apply([1, 1, 1], at: 1, to: other)
        try await prices.store.feeds.join([prices.feed, other])
        var (watches, random) = ([Watch](), UInt64(7))
        func next(_ limit: UInt64) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % limit)
        }
        let names = ["mail", "phone", "hook"]
        for number in 0..<60 {
            let person = try await prices.person("Person \(number)")
            for name in names.prefix(1 + next(3)) {
                _ = try await prices.channel(of: person, name, kind: name == "hook" ? "webhook" : "email")
            }
            for _ in 0...next(4) {
                let named = [["mail"], ["email"], ["hook", "phone"], [], ["email", "webhook"]][next(5)]
                watches.append(try await prices.watch(of: person, named, digest: [.atOnce, .daily, .atOnce][next(3)]))
            }
        }
        for (second, feed, values) in [(2, prices.feed, [2.0, 2, 1]), (3, other, [2, 2, 3]), (4, prices.feed, [4, 2, 3])] {
            try await prices.apply(values, at: Int64(second), to: feed)
            let changes = try await prices.store.feeds.changes(of: feed, Prices.schema).filter { $0.seen == Prices.time(Int64(second)) }
                .sorted { $0.id < $1.id }
            let drafts = watches.map { watch in
                NoticeDraft(watch: watch.id, changes: changes.map(\.id).filter { _ in next(4) > 0 })
            }.filter { !$0.changes.isEmpty }
            for part in parts(drafts, watches) {
                try await prices.store.database.write("posting") {
                    let telling = Telling(drafts: { _, _ in part }, due: Self.due)
                    try FollowingStore.post(changes, of: feed, telling, at: Prices.time(Int64(second)), in: $0)
                }
            }
        }
        return try await prices.store.database.read("reading the outbox") { database in
            try Row.fetchAll(database, sql: "SELECT * FROM notices ORDER BY person, channel, id").map { row in
                let told = try Row.fetchAll(
                    database, sql: "SELECT change, watch FROM notice_changes WHERE notice = ? ORDER BY change",
                    arguments: [row["id"] as Int64])
                return Line(
                    person: row["person"], channel: row["channel"], feed: row["feed"], watch: row["watch"], due: row["due"],
                    state: row["state"], told: told.map { [$0[0], $0[1]] })
            }
        }
    }

    @Test("each hears the same as alone")
    func same() async throws {
        let together = try await outbox { drafts, _ in [drafts] }
        let alone = try await outbox { drafts, watches in
            let people = Dictionary(uniqueKeysWithValues: watches.map { ($0.id, $0.person) })
            return Dictionary(grouping: drafts) { people[$0.watch] }.values.map { $0 }
        }
        #expect(together == alone)
        #expect(together.count > 200)
        // Each kind there is: in the list, at once, later, in a digest, of several changes and watches.
        #expect(together.contains { $0.channel == nil })
        #expect(together.contains { $0.due == 100_000 && Set($0.told.map { $0[1] }).count > 1 })
        #expect(together.contains { $0.channel != nil && $0.watch != nil && $0.due == 55_000 && $0.told.count > 1 })
        #expect(together.allSatisfy { !$0.told.isEmpty && ($0.channel == nil) == ($0.state == "sent") })
    }

    @Test("what others have said of a record is found by its key, not among all changes of two days")
    func twinsPlan() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let twins = FeedStore.twins(.sqlite)
        let plan = try await store.database.read("explaining") {
            try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(twins)", arguments: ["[]", 0]).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("twin USING INDEX changes_of_key") })
        #expect(plan.contains { $0.contains("said USING INTEGER") })
    }

    @Test("watches are found by marks, or in the order of people, by an index")
    func candidatesPlan() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let plans = try await store.database.read("explaining") { database in
            let few: Arguments = [1, 1, 0, 9, 9]
            let queries: [(sql: String, arguments: Arguments)] = [
                (MarkedWatches.candidates(.sqlite, areMarked: true), few + ["[]"]),
                (MarkedWatches.candidates(.sqlite, areMarked: false), few),
                (MarkedWatches.told(.sqlite), [1, 1, "[]"]),
            ]
            return try queries.map { query in
                let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query.sql)", arguments: query.arguments)
                return rows.map { $0["detail"] as String }
            }
        }
        #expect(plans[0].contains { $0.contains("watch_marks USING PRIMARY KEY (feed=? AND mark=? AND edge>?)") }, "\(plans[0])")
        #expect(plans[1].contains { $0.contains("watches_of_feed_by_person (feed=? AND person>?)") }, "\(plans[1])")
        #expect(plans[2].contains { $0.contains("watches USING INTEGER PRIMARY KEY") }, "\(plans[2])")
    }
}
