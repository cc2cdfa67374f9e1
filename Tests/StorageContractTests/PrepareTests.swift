import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Tables of many boards") struct PrepareTests {
    private static var schema: Schema {
        var key = Field(name: "name", kind: .text)
        key.isKey = true
        return Schema(fields: [key, Field(name: "price", kind: .number)])
    }

    private func note(_ name: String, in store: Store, _ feed: Feed, _ schema: Schema) async throws {
        let time = Timestamp(milliseconds: 1_772_875_800_000)
        let record = Record([.text(name)] + [Value?](repeating: nil, count: schema.fields.count - 1))
        _ = try await store.feeds.apply(1, to: feed, schema, FetchReport(began: time, ended: time, bytes: 1, etag: nil)) { _ in
            var difference = Difference()
            difference.appeared = [(record, 0)]
            return difference
        }
    }

    @Test("boards whose tables are there keep their records, new ones get theirs, and one with other fields begins again")
    func prepared() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Engine.store(in: folder.url)
        let names = (0..<20).map { "board-\($0)" }
        for _ in 0..<2 { try await store.feeds.prepare(names.map { ($0, Self.schema) }) }
        var feeds: [Feed] = []
        for name in names { feeds.append(try await store.feeds.feed(of: name, url: "https://example.org/\(name)")) }
        for feed in feeds { try await note(feed.board, in: store, feed, Self.schema) }
        let other = Schema(fields: Self.schema.fields + [Field(name: "more", kind: .text)])
        try await store.feeds.prepare(names.map { ($0, $0 == "board-7" ? other : Self.schema) } + [("new", Self.schema)])
        for feed in feeds where feed.board != "board-7" {
            #expect(try await store.feeds.records(of: feed, Self.schema).map(\.record.values.first) == [.text(feed.board)])
        }
        #expect(try await store.feeds.records(of: feeds[7], other).isEmpty)
        try await note("again", in: store, feeds[7], other)
        #expect(try await store.feeds.records(of: feeds[7], other).count == 1)
        let new = try await store.feeds.feed(of: "new", url: "https://example.org/new")
        try await note("first", in: store, new, Self.schema)
        #expect(try await store.feeds.records(of: new, Self.schema).count == 1)
    }

    @Test("a page of records ends when it has the bytes that it may have, and the pages together are all records")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Engine.store(in: folder.url)
        try await store.feeds.prepare("texts", Self.schema)
        let feed = try await store.feeds.feed(of: "texts", url: "https://example.org/")
        let time = Timestamp(milliseconds: 1_772_875_800_000)
        let lengths = [10, 100, 5000, 10, 10, 400, 400, 400, 10]
        let texts = lengths.enumerated().map { String(repeating: "\($0)", count: $1) }
        _ = try await store.feeds.apply(texts.count, to: feed, Self.schema, FetchReport(began: time, ended: time, bytes: 1, etag: nil)) {
            _ in
            var difference = Difference()
            difference.appeared = texts.enumerated().map { (Record([.text($1), nil]), $0) }
            return difference
        }
        var query = RecordQuery(limit: 100)
        query.byteLimit = 1000
        var pages: [[String]] = []
        repeat {
            let page = try await store.feeds.records(of: feed, Self.schema, query)
            pages.append(page.records.compactMap { $0.record.values[0]?.text })
            query.after = page.next
        } while query.after != nil
        #expect(pages.flatMap { $0 } == texts)
        #expect(pages.map(\.count) == [3, 5, 1])
    }
}
