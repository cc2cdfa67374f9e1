import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Queries of records") struct RecordQueryTests {
    private static let schema: Schema = {
        var key = Field(name: "key", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "size", kind: .number), Field(name: "note", kind: .text)])
    }()

    private struct Shelf {
        let folder: TemporaryFolder
        let store: Store
        let feeds: [Feed]

        /// This many records in each feed; the note of each is this long.
        init(_ counts: [Int], noteLength: Int = 3) async throws {
            folder = try TemporaryFolder()
            store = try Engine.store(in: folder.url)
            try await store.feeds.prepare("shelf", schema)
            var feeds: [Feed] = []
            for (index, count) in counts.enumerated() {
                let feed = try await store.feeds.feed(of: "shelf", url: "https://shelf.example/\(index)")
                let note = String(repeating: "a", count: noteLength)
                let records = (0..<count).map { Record([.text("\(index)-\($0)"), .number(Double($0 * 7 % 10)), .text(note)]) }
                let report = FetchReport(began: Prices.time(1), ended: Prices.time(1), bytes: 1)
                _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
                    var difference = Difference()
                    difference.appeared = records.enumerated().map { ($1, $0) }
                    return difference
                }
                feeds.append(feed)
            }
            self.feeds = feeds
        }

        /// The keys of all records that a query finds, page by page, and how many pages that took.
        func keys(_ query: RecordQuery) async throws -> (keys: [String], pages: Int) {
            var (query, keys, pages) = (query, [String](), 0)
            repeat {
                let page = try await store.feeds.records(of: feeds, schema, query)
                keys += page.records.map { $0.record.values[0]?.text ?? "" }
                query.after = page.next.flatMap { QueryCursor(text: $0.text) }
                pages += 1
            } while query.after != nil && pages < 100
            return (keys, pages)
        }
    }

    @Test(
        "pages of feeds that are shown together have each record once, in each order",
        arguments: [.source, .field("size", isDescending: false), .field("size", isDescending: true)] as [RecordQuery.Order],
        [1, 2, 3, 5, 9])
    func pages(order: RecordQuery.Order, limit: Int) async throws {
        let shelf = try await Shelf([4, 0, 3, 2])
        var query = RecordQuery(limit: limit)
        query.order = order
        let all = try await shelf.keys(query)
        #expect(Set(all.keys).count == 9)
        #expect(all.keys.count == 9)
        if order == .source { #expect(all.keys == ["0-0", "0-1", "0-2", "0-3", "2-0", "2-1", "2-2", "3-0", "3-1"]) }
    }

    @Test(
        "a page ends where its effort is spent, and the next goes on behind it",
        arguments: [.source, .field("size", isDescending: true)] as [RecordQuery.Order])
    func shortPages(order: RecordQuery.Order) async throws {
        let shelf = try await Shelf([6, 4])
        var query = RecordQuery(limit: 100)
        query.order = order
        query.filter = RecordFilter(lookingAt: [0]) { record, effort in
            effort.draw(Effort.Limits.query.steps / 2)
            #expect(record.values[1] == nil, "what isn't looked at isn't read")
            return record.values[0]?.text.hasSuffix("3") != true
        }
        let found = try await shelf.keys(query)
        #expect(found.pages > 3)
        #expect(Set(found.keys).count == 8)
        #expect(found.keys.count == 8)
    }

    @Test("a page of very long records ends early too")
    func longRecords() async throws {
        let shelf = try await Shelf([10], noteLength: 3 << 20)
        for order in [RecordQuery.Order.source, .field("size", isDescending: false)] {
            var query = RecordQuery(limit: 100)
            query.order = order
            let found = try await shelf.keys(query)
            #expect(found.keys.count == 10)
            #expect((3...5).contains(found.pages))
        }
        #expect(try await shelf.store.feeds.records(of: shelf.feeds[0], Self.schema, byteLimit: 4 << 20).count == 2)
    }

    @Test("what ends a query in the midst of a record is thrown as it is")
    func ended() async throws {
        let shelf = try await Shelf([5])
        let bound = try Condition.field("note", .matches("^(a+)+b")).bound(to: Self.schema)
        let moment = Moment(now: Prices.time(1), zone: .gmt)
        var query = RecordQuery(limit: 10)
        query.filter = RecordFilter(lookingAt: bound.fields) { record, effort in
            effort.draw(Effort.Limits.query.steps + 1)
            return try bound.matches(record, moment, drawing: &effort)
        }
        let (store, feeds, dear) = (shelf.store, shelf.feeds, query)
        await #expect(throws: EffortSpent.self) { _ = try await store.feeds.records(of: feeds, Self.schema, dear) }
    }

    @Test("a query is interrupted with the task that waits for it")
    func cancelled() async throws {
        let shelf = try await Shelf([2_000])
        let (begun, gate) = AsyncStream<Void>.makeStream()
        var query = RecordQuery(limit: 100)
        let isCancelled = DispatchSemaphore(value: 0)
        query.filter = RecordFilter { _, _ in
            gate.yield()
            isCancelled.wait()
            return false
        }
        let (store, feeds, long) = (shelf.store, shelf.feeds, query)
        let task = Task { try await store.feeds.records(of: feeds, Self.schema, long) }
        // While the first record is looked at. There is leave for one more, and no third.
        for await _ in begun { break }
        task.cancel()
        isCancelled.signal()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("a preview counts as far as its effort goes, and says that it is cut")
    func preview() async throws {
        let shelf = try await Shelf([6, 4])
        let whole = try await shelf.store.feeds.preview(
            of: shelf.feeds, Self.schema, limit: 3, RecordFilter { record, _ in record.values[1] != .number(0) })
        #expect(whole.total == 10)
        #expect(whole.count == 8)
        #expect(whole.records.count == 3)
        #expect(!whole.isCut)
        let cut = try await shelf.store.feeds.preview(
            of: shelf.feeds, Self.schema, limit: 3,
            RecordFilter { _, effort in
                effort.draw(Effort.Limits.query.steps / 3)
                return true
            })
        #expect(cut.isCut)
        #expect(cut.total == cut.count)
        #expect(cut.total < 10)
    }
}
