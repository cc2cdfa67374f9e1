import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Feeds of many boards") struct ManyBoardsTests {
    private let prices: Prices
    private var feeds: FeedStore { prices.store.feeds }

    init() async throws { prices = try await Prices() }

    @Test("the feeds of a thousand boards are found with one statement, each at its address")
    func known() async throws {
        let count = StatementCount()
        try await StatementCount.$current.withValue(count) {
            let prices = try await Prices()
            let made = try await prices.store.feeds.feed(of: "b\u{301}'\"", url: "https://prices.example/?a='b'&c=\"d\"")
            _ = try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/other")
            var asked = (0..<1000).map { (board: "none\($0)", url: "https://prices.example/") }
            asked += [
                (board: prices.feed.board, url: prices.feed.url), (board: made.board, url: made.url),
                (board: "other", url: prices.feed.url),
            ]
            let begun = try await count.during { [asked] in
                let found = try await prices.store.feeds.known(asked)
                #expect(found.mapValues(\.id) == [prices.feed.board: prices.feed.id, made.board: made.id])
            }
            #expect(begun.count == 1, "\(begun)")
        }
        #expect(try await feeds.known([]).isEmpty)
    }

    @Test("boards come by their last change, each once, and those without a change not at all")
    func lastChanged() async throws {
        #expect(try await feeds.lastChanged(limit: 10).isEmpty)
        var others: [Feed] = []
        for (board, url) in [("more", "1"), ("more", "2"), ("still", "1")] {
            try await feeds.prepare(board, Prices.schema)
            others.append(try await feeds.feed(of: board, url: "https://prices.example/\(url)"))
        }
        for (seconds, feed) in [(2, prices.feed), (3, others[0]), (4, others[1])] {
            try await prices.apply([1, 1], at: Int64(seconds), to: feed)
            try await prices.apply([Double(seconds), 1], at: Int64(seconds) + 10, to: feed)
        }
        #expect(try await feeds.lastChanged(limit: 10) == ["more", "prices"])
        #expect(try await feeds.lastChanged(limit: 2) == ["more"])
    }

    @Test("the addresses of feeds whose last attempt failed, until one succeeds")
    func failing() async throws {
        let other = try await feeds.feed(of: "prices", url: "https://prices.example/other")
        let report = FetchReport(began: Prices.time(2), ended: Prices.time(2), bytes: 1)
        for feed in [prices.feed, other] { try await feeds.noteFailure("500", of: feed, report) }
        #expect(try await feeds.failing(limit: 10) == ["prices": [prices.feed.url, other.url]])
        #expect(try await feeds.failing(limit: 1).values.map(\.count) == [1])
        try await prices.apply([1, 1], at: 3)
        #expect(try await feeds.failing(limit: 10) == ["prices": [other.url]])
    }

    @Test("a person’s watches by board, and the latest of them on the boards that they see")
    func watches() async throws {
        let following = prices.store.following
        let (ada, ben) = (try await prices.person("Ada"), try await prices.person("Ben"))
        #expect(try await following.watchedBoards(of: ada).isEmpty)
        var watches: [Watch] = []
        for _ in 0..<4 { watches.append(try await prices.watch(of: ada, [])) }
        _ = try await prices.watch(of: ben, [])
        try await prices.apply([2, 1], at: 10, telling: Prices.telling([watches[1]]) { _, _ in Prices.time(10) })
        let boards = try await following.watchedBoards(of: ada)
        #expect(boards.map(\.board) == ["prices"])
        #expect(boards.map(\.count) == [4])
        #expect(boards.map(\.told) == [Prices.time(10)])
        let latest = try await following.latestWatches(of: ada, on: ["prices", "other"], limit: 2)
        #expect(latest.map(\.watch.id) == [watches[1].id, watches[0].id])
        #expect(latest.map(\.told) == [Prices.time(10), nil])
        #expect(try await following.latestWatches(of: ada, on: ["other"], limit: 2).isEmpty)
        #expect(try await feeds.some(of: [prices.feed.id, 99_999]).mapValues(\.url) == [prices.feed.id: prices.feed.url])
    }
}
