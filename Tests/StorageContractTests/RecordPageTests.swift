import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Pages of records") struct RecordPageTests {
    /// A store with the records that these lines of values make, each field's name and kind the same.
    private struct Shelf {
        let schema: Schema
        let folder: TemporaryFolder
        let store: Store
        let feed: Feed

        init(_ kinds: [Field.Kind], _ rows: [[String?]]) async throws {
            let fields = kinds.map { kind in
                var field = Field(name: kind.rawValue, kind: kind)
                field.isOptional = true
                return field
            }
            schema = Schema(fields: fields)
            folder = try TemporaryFolder()
            store = try Engine.store(in: folder.url)
            try await store.feeds.prepare("shelf", schema)
            feed = try await store.feeds.feed(of: "shelf", url: "https://shelf.example/")
            try await put(rows, in: feed, at: 1)
        }

        /// Appends rows to a feed.
        func put(_ rows: [[String?]], in feed: Feed, at seconds: Int64) async throws {
            let records = try rows.map { row in
                Record(try zip(schema.fields, row).map { field, text in try field.value(from: text ?? "") })
            }
            let report = FetchReport(began: Prices.time(seconds), ended: Prices.time(seconds), bytes: 1)
            _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
                var difference = Difference()
                difference.appeared = records.enumerated().map { ($1, $0) }
                return difference
            }
        }

        /// The first column of a page.
        func column(_ sort: String?, from: Int = 0, limit: Int = 100) async throws -> [String?] {
            let page = try await store.feeds.page(of: [feed], schema, sort: sort.map { RecordSort(text: $0) }, from: from, limit: limit)
            return page.rows.map { $0.stored.record.values[0]?.text }
        }
    }

    @Test(
        "values are in order by what they are, those that are absent last in both directions",
        arguments: [
            (.number, ["9", nil, "10", "-2.5", "100"], ["-2.5", "9", "10", "100", nil]),
            (.money, ["9.50 AUD", "100 AUD", nil, "-3 AUD", "10 AUD"], ["-3.00 AUD", "9.50 AUD", "10.00 AUD", "100.00 AUD", nil]),
            (.date, ["2026-11-02", nil, "2025-12-31", "2026-02-10"], ["2025-12-31", "2026-02-10", "2026-11-02", nil]),
            (.time, ["10:05", "09:50", nil, "23:00"], ["09:50", "10:05", "23:00", nil]),
            (.duration, ["2 h", "90 min", nil, "10 h", "-PT4H30M", "45 s"], ["-PT4H30M", "PT45S", "PT1H30M", "PT2H", "PT10H", nil]),
            (.flag, ["yes", nil, "no"], ["false", "true", nil]),
            (.text, ["Zoë", "ödön", nil, "Olga", "Ángel", "bo"], ["Ángel", "bo", "ödön", "Olga", "Zoë", nil]),
            (.text, ["Gate 10", "gate 2", "Gate 1", "Gate 02a"], ["Gate 1", "gate 2", "Gate 02a", "Gate 10"]),
        ] as [(Field.Kind, [String?], [String?])])
    func order(kind: Field.Kind, published: [String?], rising: [String?]) async throws {
        let shelf = try await Shelf([kind], published.map { [$0] })
        #expect(try await shelf.column(kind.rawValue) == rising)
        #expect(try await shelf.column("-\(kind.rawValue)") == rising.compactMap { $0 }.reversed() + rising.filter { $0 == nil })
        #expect(try await shelf.column(nil).map { $0 == nil } == published.map { $0 == nil })
    }

    @Test("equal values, and absent ones, stand as the source has them; a column that is not there, or has no order, orders nothing")
    func ties() async throws {
        let rows = [["d", "1"], ["b", nil], ["c", "1"], ["a", "0"], ["e", nil]]
        let shelf = try await Shelf([.text, .number], rows)
        #expect(try await shelf.column("number") == ["a", "d", "c", "b", "e"])
        #expect(try await shelf.column("-number") == ["d", "c", "a", "b", "e"])
        for none in ["nothing", "_id", "", "position"] { #expect(try await shelf.column(none) == ["d", "b", "c", "a", "e"]) }
        #expect(!RecordSort.isPossible(by: .position))
        #expect(!RecordSort.isPossible(by: .image))
    }

    @Test("pages follow each other, whatever is asked for, and a search says how many it found")
    func pages() async throws {
        let shelf = try await Shelf([.text, .number], (1...25).map { ["Row \($0)", "\(-$0)"] })
        #expect(try await shelf.column("number", from: 20, limit: 10) == ["Row 5", "Row 4", "Row 3", "Row 2", "Row 1"])
        #expect(try await shelf.column(nil, from: -4, limit: 2) == ["Row 1", "Row 2"])
        #expect(try await shelf.column("text", from: 99).isEmpty)
        let ones = try await shelf.store.feeds.page(
            of: [shelf.feed], shelf.schema, sort: RecordSort(text: "-text"), from: 2, limit: 3,
            matching: RecordFilter { record, _ in record.values[0]?.text.contains("1") == true })
        #expect(ones.rows.map { $0.stored.record.values[0]?.text } == ["Row 18", "Row 17", "Row 16"])
        #expect((ones.total, ones.found, ones.from) == (25, 12, 2))
        let none = try await shelf.store.feeds.page(
            of: [shelf.feed], shelf.schema, from: 7, limit: 3, matching: RecordFilter { _, _ in false })
        #expect((none.rows.count, none.found, none.from) == (0, 0, 0))
    }

    @Test("feeds that are shown together stand one after another, or are sorted as one")
    func feeds() async throws {
        let shelf = try await Shelf([.text, .number], [["x", "2"], ["y", "4"]])
        let other = try await shelf.store.feeds.feed(of: "shelf", url: "https://shelf.example/other")
        try await shelf.put([["v", "1"], ["w", "3"]], in: other, at: 2)
        func names(_ feeds: [Feed], _ sort: String?) async throws -> [String?] {
            let page = try await shelf.store.feeds.page(of: feeds, shelf.schema, sort: sort.map { RecordSort(text: $0) }, limit: 10)
            return page.rows.map { $0.stored.record.values[0]?.text }
        }
        #expect(try await names([other, shelf.feed], nil) == ["v", "w", "x", "y"])
        #expect(try await names([shelf.feed, other], nil) == ["x", "y", "v", "w"])
        #expect(try await names([shelf.feed, other], "number") == ["v", "x", "w", "y"])
    }

    @Test("news is what the last fetch that changed anything has made or altered, and nothing of the first one")
    func news() async throws {
        let prices = try await Prices()
        func news() async throws -> [Bool] {
            try await prices.store.feeds.page(of: [prices.feed], Prices.schema, limit: 9).rows.map(\.isNews)
        }
        #expect(try await news() == [false, false])
        try await prices.apply([1, 2], at: 2)
        #expect(try await news() == [false, true])
        try await prices.apply([1, 2], at: 3)
        #expect(try await news() == [false, true])
        try await prices.apply([3, 2, 7], at: 4)
        #expect(try await news() == [true, false, true])
    }
}
