import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Store") struct StoreTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let schema: Schema = {
        var batch = Field(name: "batch", kind: .text)
        (batch.isKey, batch.isAsked) = (true, true)
        var note = Field(name: "note", kind: .number)
        note.isOptional = true
        return Schema(fields: [batch, Field(name: "status", kind: .text), Field(name: "date", kind: .date), note])
    }()

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func record(_ batch: String, _ status: String, note: Double? = nil) -> Record {
        Record([.text(batch), .text(status), CalendarDate(year: 2012, month: 3, day: 7).map(Value.date), note.map(Value.number)])
    }

    private func report(at seconds: Int64, etag: String? = nil) -> FetchReport {
        FetchReport(began: Timestamp(milliseconds: seconds * 1000), ended: Timestamp(milliseconds: seconds * 1000), bytes: 10, etag: etag)
    }

    private func apply(
        _ records: [Record], to feed: Feed, at seconds: Int64, etag: String? = nil,
        _ difference: (@Sendable ([StoredRecord]) -> Difference)? = nil
    ) async throws {
        _ = try await store.feeds.apply(records.count, to: feed, schema, report(at: seconds, etag: etag)) { next in
            var stored: [StoredRecord] = []
            while let record = try next() { stored.append(record) }
            if let difference { return difference(stored) }
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($0.element, $0.offset) }
            return difference
        }
    }

    private func readyFeed() async throws -> Feed {
        try await store.feeds.prepare("visa", schema)
        return try await store.feeds.feed(of: "visa", url: "https://embassy.example/list.pdf")
    }

    @Test("records come back as they were put in, types and order included, also by value")
    func roundTrip() async throws {
        let feed = try await readyFeed()
        let records = [record("2", "b", note: 1.5), record("1", "a"), record("2", "c")]
        try await apply(records, to: feed, at: 1)
        #expect(try await store.feeds.records(of: feed, schema).map(\.record) == records)
        #expect(try await store.feeds.records(of: feed, schema, where: [("batch", .text("2"))]).map(\.record) == [records[0], records[2]])
        let first = try #require(try await store.feeds.records(of: feed, schema).first)
        #expect(try await store.feeds.records(of: feed, schema, after: first.position, limit: 1).map(\.record) == [records[1]])
        #expect(try await store.feeds.feed(feed.id)?.recordCount == 3)
    }

    @Test("more boards than those whose statements are kept are stored alike, and anew when their fields change")
    func manyBoards() async throws {
        let names = (0..<102).map { "board\($0)" }
        let (before, after) = (record("1", "a"), record("1", "z"))
        for seconds in [Int64(1), 2] {
            for name in names {
                if seconds == 1 { try await store.feeds.prepare(name, schema) }
                let feed = try await store.feeds.feed(of: name, url: "https://example.org/")
                try await apply([after], to: feed, at: seconds) { stored in
                    var difference = Difference()
                    difference.altered = stored.map { ($0, after, 0) }
                    difference.appeared = stored.isEmpty ? [(before, 0)] : []
                    return difference
                }
            }
        }
        for name in names {
            let feed = try await store.feeds.feed(of: name, url: "https://example.org/")
            #expect(try await store.feeds.records(of: feed, schema).map(\.record) == [after])
        }
        // The same table name with other columns.
        var fields = schema.fields
        fields.removeLast()
        fields.append(Field(name: "other", kind: .text))
        let narrow = Schema(fields: fields)
        try await store.feeds.prepare(names[0], narrow)
        let feed = try await store.feeds.feed(of: names[0], url: "https://example.org/")
        let short = Record(Array(after.values.dropLast()) + [.text("x")])
        _ = try await store.feeds.apply(1, to: feed, narrow, report(at: 3)) { _ in
            var difference = Difference()
            difference.appeared = [(short, 0)]
            return difference
        }
        #expect(try await store.feeds.records(of: feed, narrow).map(\.record) == [short])
    }

    @Test("a feed's first fetch is its baseline and no change; the next one's differences are")
    func changes() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a"), record("2", "b")], to: feed, at: 1)
        #expect(try await store.feeds.changes(of: feed, schema).isEmpty)
        let (before, after) = (record("1", "a"), record("1", "z", note: 2))
        try await apply([after], to: feed, at: 2) { stored in
            var difference = Difference()
            difference.altered = [(stored[0], after, 0)]
            difference.gone = [stored[1]]
            return difference
        }
        let changes = try await store.feeds.changes(of: feed, schema)
        #expect(changes.map(\.change) == [.gone(record("2", "b")), .altered(before: before, after: after)])
        #expect(changes.allSatisfy { $0.seen == Timestamp(milliseconds: 2000) && $0.fetch == 2 })
        #expect(try await store.feeds.changes(of: feed, schema, needle: "1").count == 1)
        #expect(try await store.feeds.records(of: feed, schema).map(\.record) == [after])
    }

    @Test("a failure changes nothing but the note of it, and a success takes the note away")
    func failure() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a")], to: feed, at: 1, etag: "\"one\"")
        try await store.feeds.noteFailure("could not reach embassy.example: connection refused", of: feed, report(at: 2))
        try await store.feeds.noteFailure("again", of: feed, report(at: 3))
        var now = try #require(try await store.feeds.feed(feed.id))
        #expect(now.failures == 2)
        #expect(now.failure == "again")
        #expect(now.lastSuccess == Timestamp(milliseconds: 1000))
        #expect(now.etag == "\"one\"")
        #expect(try await store.feeds.records(of: feed, schema).count == 1)
        try await store.feeds.noteUnmodified(feed, report(at: 4, etag: "\"two\""))
        now = try #require(try await store.feeds.feed(feed.id))
        #expect(now.failures == 0)
        #expect(now.failure == nil)
        #expect(now.lastSuccess == Timestamp(milliseconds: 4000))
        #expect(now.etag == "\"two\"")
    }

    @Test("a failure is kept with its kind, in the log too", arguments: SourceFailure.Kind.allCases)
    func kindsOfFailure(kind: SourceFailure.Kind) async throws {
        let feed = try await readyFeed()
        let failure = SourceFailure(kind, at: "https://embassy.example/list.pdf", status: 503, detail: "page 2", message: "could not")
        try await store.feeds.noteFailure(failure, of: feed, report(at: 2))
        let kept = kind == .other ? SourceFailure(.other, message: "could not") : failure
        #expect(try await store.feeds.feed(feed.id)?.failure == kept)
        #expect(try await store.feeds.fetches(of: feed, limit: 1).first?.failure == kept)
        #expect(try JSONDecoder().decode(SourceFailure.self, from: JSONEncoder().encode(failure)) == kept)
    }

    @Test("sentences that earlier versions kept are failures of no special kind", arguments: ["answered 503", "{ is no text", "{}"])
    func formerFailures(sentence: String) {
        #expect(SourceFailure(stored: sentence) == SourceFailure(.other, message: sentence))
    }

    @Test("an answer without validators forgets those of the one before")
    func validators() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a")], to: feed, at: 1, etag: "\"one\"")
        try await apply([record("1", "a")], to: feed, at: 2) { _ in Difference() }
        #expect(try await store.feeds.feed(feed.id)?.etag == nil)
    }

    @Test("two feeds of one board do not see each other's records")
    func feeds() async throws {
        let one = try await readyFeed()
        let two = try await store.feeds.feed(of: "visa", url: "https://embassy.example/other.pdf")
        #expect(one.id != two.id)
        try await apply([record("1", "a")], to: one, at: 1)
        #expect(try await store.feeds.records(of: two, schema).isEmpty)
        #expect(try await store.feeds.feed(of: "visa", url: one.url).id == one.id)
    }

    @Test("everything is there again after the store was closed and opened")
    func reopened() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a")], to: feed, at: 1)
        let again = try Engine.store(in: folder.url)
        #expect(try await again.feeds.records(of: feed, schema).map(\.record) == [record("1", "a")])
        #expect(try await again.feeds.lastNeedle(of: "stranger", on: "visa") == nil)
    }

    @Test("a board that has fewer fields keeps its records, and its source is read whole again")
    func fewerFields() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a"), record("2", "b")], to: feed, at: 1, etag: "\"one\"")
        let before = try await store.feeds.records(of: feed, schema)
        let fewer = Schema(fields: Array(schema.fields.prefix(2)))
        try await store.feeds.prepare("visa", fewer)
        let now = try #require(try await store.feeds.feed(feed.id))
        #expect(now.lastSuccess != nil)
        #expect(now.recordCount == 2)
        #expect(now.etag == nil)
        let after = try await store.feeds.records(of: feed, fewer)
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.position) == before.map(\.position))
        #expect(after.map(\.record.values) == before.map { Array($0.record.values.prefix(2)) })
    }

    @Test("a board whose fields have changed gets a new table, and the old one is kept")
    func newFields() async throws {
        let feed = try await readyFeed()
        try await apply([record("1", "a")], to: feed, at: 1, etag: "\"one\"")
        var other = Schema(fields: Array(schema.fields.prefix(2)) + [Field(name: "other", kind: .text)])
        try await store.feeds.prepare("visa", other)
        let now = try #require(try await store.feeds.feed(feed.id))
        #expect(now.lastSuccess == nil)
        #expect(now.etag == nil)
        #expect(try await store.feeds.records(of: feed, other).isEmpty)
        // Another key makes other records of the same fields.
        other = Schema(fields: [schema.fields[1]])
        try await store.feeds.prepare("visa", other)
        #expect(try await store.feeds.records(of: feed, other).isEmpty)
        try await store.feeds.prepare("visa", schema)
        try await store.feeds.prepare("visa", schema)
        #expect(try await store.feeds.records(of: feed, schema).isEmpty)
    }

    @Test("what cannot be opened says what and where", .enabled(if: Engine.keepsAFile, Comment(rawValue: Engine.keepsNone)))
    func unopenable() throws {
        let file = folder.url.appendingPathComponent("plain-file")
        try Data("x".utf8).write(to: file)
        let error = #expect(throws: StorageError.self) { try Engine.store(in: file) }
        #expect(error.map { "\($0)" }?.contains("plain-file") == true)
    }
}
