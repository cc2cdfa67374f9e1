import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

@Suite("The order of a source") struct SourceOrderTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let feed: Feed
    private let count = StatementCount()

    init() async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        store = try StatementCount.$current.withValue(count) { try Engine.store(in: folder.url) }
        try await store.feeds.prepare("prices", Prices.schema)
        feed = try await store.feeds.feed(of: "prices", url: "https://prices.example/")
    }

    /// Replaces the records by ones with these keys; returns the writes by kind.
    private func apply(_ keys: [String]) async throws -> (inserted: Int, updated: Int) {
        let report = FetchReport(began: Prices.time(1), ended: Prices.time(1), bytes: 1)
        let begun = try await count.during {
            _ = try await store.feeds.apply(keys.count, to: feed, Prices.schema, report) { next in
                var (difference, stored) = (Difference(), [String: StoredRecord]())
                while let record = try next() { stored[record.record.values[0]?.text ?? ""] = record }
                for (place, key) in keys.enumerated() {
                    guard let known = stored.removeValue(forKey: key) else {
                        difference.appeared.append((Record([.text(key), nil]), place))
                        continue
                    }
                    if known.position != place { difference.moved.append((known.id, place)) }
                }
                difference.gone = Array(stored.values)
                return difference
            }
        }
        func written(_ words: String) -> Int { begun.count { $0.hasPrefix("\(words) \"board_prices\"") } }
        return (written("INSERT INTO"), written("UPDATE"))
    }

    private func keys() async throws -> [String?] {
        try await store.feeds.records(of: feed, Prices.schema).map { $0.record.values[0]?.text }
    }

    @Test("a row on top of thousands, one in between and one that goes move no other; one that changes its place is one row")
    func oneRow() async throws {
        var order = (0..<3000).map { "row \($0)" }
        #expect(try await apply(order) == (3000, 0))
        order.insert("top", at: 0)
        #expect(try await apply(order) == (1, 0))
        order.insert("between", at: 1500)
        #expect(try await apply(order) == (1, 0))
        order.append("last")
        #expect(try await apply(order) == (1, 0))
        order.remove(at: 7)
        #expect(try await apply(order) == (0, 0))
        order.insert(order.remove(at: 2000), at: 10)
        #expect(try await apply(order) == (0, 1))
        #expect(try await keys() == order)
    }

    @Test("where there is no more room between two rows, all are spread out again")
    func full() async throws {
        var order = ["first", "last"]
        _ = try await apply(order)
        var spread = 0
        for number in 0..<25 {
            order.insert("row \(number)", at: 1)
            let written = try await apply(order)
            #expect(written.inserted == 1)
            #expect(written.updated < order.count)
            spread += written.updated > 0 ? 1 : 0
            #expect(try await keys() == order)
        }
        #expect((1...3).contains(spread))
    }

    @Test("a stream whose rows have reached the last positions is spread out again, and so is a list that has reached the first")
    func ends() async throws {
        var order = ["a", "b"]
        for position in [1 << 40 - 2000, -924] as [Int64] {
            _ = try await apply(order)
            try await store.database.write("far along") {
                try $0.execute(sql: "UPDATE board_prices SET _position = _position - \(SourceOrder.first) + \(position)")
            }
            order = ["top"] + order + ["last"]
            #expect(try await apply(order) == (2, 2))
            #expect(try await keys() == order)
            #expect(
                try await store.feeds.records(of: feed, Prices.schema).map(\.position) == (0..<4).map { Int(SourceOrder.first) + $0 * 1024 }
            )
            order = ["a", "b"]
        }
    }

    @Test("rows that an earlier version has numbered by their places are spread out with the first that comes on top")
    func former() async throws {
        var order = (0..<20).map { "row \($0)" }
        _ = try await apply(order)
        try await store.database.write("as it was") {
            try $0.execute(sql: "UPDATE board_prices SET _position = (_position - \(SourceOrder.first)) / \(SourceOrder.gap)")
        }
        #expect(try await store.feeds.records(of: feed, Prices.schema).map(\.position) == Array(0..<20))
        order.insert("top", at: 0)
        #expect(try await apply(order) == (1, 20))
        #expect(try await keys() == order)
        order.insert("next", at: 0)
        #expect(try await apply(order) == (1, 0))
        #expect(try await keys() == order)
    }

    @Test("whatever comes, goes and changes places, the order is the source's, and an import has the same positions")
    func random() async throws {
        var (order, next, random) = ([String](), 0, UInt64(11))
        func choose(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % max(1, limit)
        }
        for _ in 0..<60 {
            for _ in 0..<choose(6) {
                order.insert("row \(next)", at: choose(order.count + 1))
                next += 1
            }
            for _ in 0..<choose(4) where !order.isEmpty { order.insert(order.remove(at: choose(order.count)), at: choose(order.count + 1)) }
            for _ in 0..<choose(4) where !order.isEmpty { order.remove(at: choose(order.count)) }
            _ = try await apply(order)
            #expect(try await keys() == order)
        }
        let other = try TemporaryFolder()
        let copy = try Engine.store(in: other.url)
        try await copy.feeds.prepare("prices", Prices.schema)
        _ = try await copy.importing(store.exported())
        let imported = try await copy.feeds.feed(of: "prices", url: "https://prices.example/")
        let rows = try await copy.feeds.records(of: imported, Prices.schema)
        let stored = try await store.feeds.records(of: feed, Prices.schema)
        #expect(rows.map(\.position) == stored.map(\.position))
        #expect(rows.map(\.record) == stored.map(\.record))
    }
}
