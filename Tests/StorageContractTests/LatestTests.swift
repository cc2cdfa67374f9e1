import Records
import Storage
import StorageSupport
import Testing

@Suite("The latest of what is watched") struct LatestTests {
    @Test("several records of a feed are found at once, each by its own values, in the source's order")
    func records() async throws {
        let prices = try await Prices()
        try await prices.apply([3, 4, 5], at: 2)
        func keys(_ sets: [[(field: String, value: Value)]], limit: Int = 10) async throws -> [String] {
            try await prices.store.feeds.records(of: prices.feed, Prices.schema, withAny: sets, limit: limit).map {
                Prices.schema.key(of: $0.record)
            }
        }
        let (a, c) = ([(field: "key", value: Value.text("a"))], [(field: "key", value: Value.text("c")), ("price", .number(5))])
        #expect(try await keys([c, a]) == ["a", "c"])
        #expect(try await keys([c, a], limit: 1) == ["a"])
        #expect(try await keys([[("key", .text("c")), ("price", .number(4))], [("key", .text("x"))]]) == [])
        // A query that names no field of the board, or nothing, finds no record.
        #expect(try await keys([[], [("none", .text("a"))]]) == [])
    }

    @Test("the last change of each record is found by its key, also of one that is gone")
    func changes() async throws {
        let prices = try await Prices()
        let editions: [[Double]] = [[2, 1], [3, 1], [3, 1, 7]]
        for (second, values) in editions.enumerated() { try await prices.apply(values, at: Int64(second) + 2) }
        let last = try await prices.store.feeds.lastChanges(of: prices.feed, Prices.schema, keys: ["a", "b", "c", "x"])
        #expect(last.mapValues(\.seen) == ["a": Prices.time(3), "c": Prices.time(4)])
        #expect(last["a"]?.change.kind == .altered)
        #expect(last["c"]?.change.kind == .appeared)
    }

    @Test("what each watch told last is its newest change and how many came with it")
    func news() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        let (told, quiet) = (try await prices.watch(of: ada, []), try await prices.watch(of: ada, []))
        let telling = Prices.telling([told]) { _, _ in Prices.time(0) }
        try await prices.apply([2, 1], at: 2, telling: telling)
        try await prices.apply([3, 5], at: 3, telling: telling)
        let news = try await prices.store.following.lastNews(of: [told, quiet]) { _ in Prices.schema }
        #expect(news.count == 1)
        #expect(news[told.id]?.count == 2)
        #expect(news[told.id]?.change?.key == "b")
        // Of a board that is gone, the count stays.
        let gone = try await prices.store.following.lastNews(of: [told]) { _ in nil }
        #expect(gone[told.id]?.count == 2)
        #expect(gone[told.id]?.change == nil)
    }
}
