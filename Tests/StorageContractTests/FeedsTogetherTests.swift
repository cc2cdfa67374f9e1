import Records
import Storage
import StorageSupport
import Synchronization
import Testing

/// Three feeds, like the days of one board: the first is that of `Prices`.
@Suite("Feeds that are shown together") struct FeedsTogetherTests {
    private struct Days {
        let prices: Prices
        let feeds: [Feed]
        let ada: Person

        init() async throws {
            prices = try await Prices()
            var feeds = [prices.feed]
            for day in ["tomorrow", "yesterday"] {
                let feed = try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/?day=\(day)")
                try await prices.apply([1, 1], at: 1, to: feed)
                feeds.append(feed)
            }
            self.feeds = feeds
            ada = try await prices.person("Ada")
        }

        /// The keys of the changes in the next notice of the list; "" if there is no new notice.
        func told(by day: Int, _ values: [Double], at seconds: Int64) async throws -> String {
            let known = try await prices.store.following.notices(of: ada).count
            let telling = Telling { changes, watches in
                var drafts: [NoticeDraft] = []
                _ = try watches.alterations(since: nil) { alteration in
                    if case .stands(let watch) = alteration { drafts.append(NoticeDraft(watch: watch.id, changes: changes.map(\.id))) }
                }
                return drafts
            } due: { _, _ in
                Prices.time(seconds)
            }
            try await prices.apply(values, at: seconds, to: feeds[day], telling: telling)
            let notices = try await prices.store.following.notices(of: ada)
            return notices.count > known ? try await prices.keys(notices[0]) : ""
        }
    }

    @Test("a watch hears of all of them once they are joined, and one that stands on another feed of that one alone")
    func watches() async throws {
        let days = try await Days()
        let store = days.prices.store
        _ = try await days.prices.watch(of: days.ada, [])
        #expect(try await days.told(by: 1, [1, 2], at: 2) == "")
        #expect(try await store.feeds.watchedFeeds() == [days.feeds[0].id])
        try await store.feeds.join(days.feeds)
        try await store.feeds.join(days.feeds)
        #expect(try await days.told(by: 1, [1, 3], at: 3) == "b")
        #expect(try await days.told(by: 0, [4, 1], at: 4) == "a")
        #expect(try await store.feeds.watchedFeeds() == Set(days.feeds.map(\.id)))

        let bob = try await days.prices.person("Bob")
        let settings = Watch.Settings(.everything, channels: [])
        let own = try await store.following.addWatch(of: bob, on: days.feeds[1], settings, at: Prices.time(5))
        _ = try await days.told(by: 2, [5, 5], at: 5)
        #expect(try await store.following.notices(of: bob).isEmpty)
        _ = try await days.told(by: 1, [6, 6], at: 6)
        #expect(try await store.following.notices(of: bob).map(\.watch) == [own.id])
    }

    @Test("what one feed has told another does not tell again; what becomes so once more, or is told of after two days, is news")
    func twins() async throws {
        let days = try await Days()
        _ = try await days.prices.watch(of: days.ada, [])
        try await days.prices.store.feeds.join(days.feeds)
        // Tomorrow's prices are today's the next day, and yesterday's on the day after that.
        #expect(try await days.told(by: 1, [7, 1], at: 2) == "a")
        #expect(try await days.told(by: 0, [7, 1], at: 86_400) == "")
        #expect(try await days.told(by: 2, [7, 8], at: 140_000) == "b")
        // It rises and falls back, which no other feed reports.
        #expect(try await days.told(by: 0, [9, 8], at: 140_001) == "a")
        #expect(try await days.told(by: 0, [7, 8], at: 140_002) == "a")
        #expect(try await days.told(by: 1, [7, 8], at: 140_003) == "")
        #expect(try await days.told(by: 2, [9, 8], at: 400_000) == "a")
    }

    @Test("who holds watches in memory begins anew when the feed is joined with others")
    func versions() async throws {
        let days = try await Days()
        _ = try await days.prices.watch(of: days.ada, [])
        let known = Mutex<StoredWatches.Version?>(nil)
        let said = Mutex<[String]>([])
        func hear(at seconds: Int64) async throws -> [String] {
            said.withLock { $0 = [] }
            let telling = Telling { _, watches in
                let version = try watches.alterations(since: known.withLock { $0 }) { alteration in
                    let word = if case .stands = alteration { "stands" } else { "anew" }
                    said.withLock { $0.append(word) }
                }
                known.withLock { $0 = version }
                return []
            } due: { _, _ in
                Prices.time(0)
            }
            try await days.prices.apply([Double(seconds), 1], at: seconds, to: days.feeds[1], telling: telling)
            return said.withLock { $0 }
        }
        #expect(try await hear(at: 2) == ["anew"])
        #expect(try await hear(at: 3) == [])
        try await days.prices.store.feeds.join(days.feeds)
        #expect(try await hear(at: 4) == ["anew", "stands"])
        _ = try await days.prices.watch(of: days.ada, [])
        #expect(try await hear(at: 5) == ["stands"])
    }

    @Test("watches move to the feed that has come to be the first")
    func moved() async throws {
        let days = try await Days()
        let store = days.prices.store
        let watch = try await days.prices.watch(of: days.ada, [])
        try await store.feeds.join(days.feeds)
        try await store.feeds.join([days.feeds[1], days.feeds[0]])
        #expect(try await store.following.watch(watch.id)?.feed == days.feeds[1].id)
        #expect(try await days.told(by: 0, [2, 1], at: 2) == "a")
        // The feed that is no longer shown has no watch left.
        let watched = try await store.feeds.watchedFeeds()
        #expect(watched == [days.feeds[0].id, days.feeds[1].id])
    }

    @Test("a feed that is shown with a watched one is not removed for want of questions")
    func retention() async throws {
        let days = try await Days()
        _ = try await days.prices.watch(of: days.ada, [])
        try await days.prices.store.feeds.join(Array(days.feeds.prefix(2)))
        _ = try await days.prices.store.prune(Retention(), at: Prices.time(400 * 86_400))
        #expect(try await Set(days.prices.store.feeds.all().map(\.id)) == Set(days.feeds.prefix(2).map(\.id)))
    }
}
