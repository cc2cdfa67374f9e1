import GRDB
import Records
import TestSupport
import Testing

@testable import Storage

@Suite("Indexes of slots and of words")
struct SlotIndexTests {
    private let folder: TemporaryFolder
    private static let schema = Schema(fields: [
        Field(name: "channel", kind: .text), Field(name: "start", kind: .timestamp), Field(name: "stop", kind: .timestamp),
    ])

    init() throws { folder = try TemporaryFolder() }

    @Test("what overlaps a time is found by an index")
    func plan() async throws {
        let store = try Store(in: folder.url)
        try await store.prepare("guide", Self.schema)
        let plan = try await store.read("explaining") { database in
            try String.fetchOne(
                database, sql: "EXPLAIN QUERY PLAN SELECT _id FROM board_guide WHERE _feed = 1 AND start < 2 AND start > 1",
                adapter: SuffixRowAdapter(fromIndex: 3))
        }
        #expect(plan?.contains("board_guide_slots") == true)
    }

    @Test("a table of an earlier version gets the indexes it lacks")
    func indexes() async throws {
        let store = try Store(in: folder.url)
        try await store.prepare("guide", Self.schema)
        func names() async throws -> Set<String> {
            try await store.read("looking") {
                try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'board_guide'")
            }
        }
        let all = try await names()
        #expect(all.contains("board_guide_lanes"))
        try await store.write("as it was") { try $0.execute(sql: "DROP INDEX board_guide_lanes") }
        try await store.prepare("guide", Self.schema)
        #expect(try await names() == all)
    }

    @Test("a table of an earlier version gets the words of what it has")
    func words() async throws {
        let store = try Store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "title", kind: .text)])
        try await store.prepare("guide", schema)
        let feed = try await store.feed(of: "guide", url: "https://guide.example/")
        _ = try await store.apply(1, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) { _ in
            var difference = Difference()
            let record = Records.Record([.text("a"), .timestamp(.system()), .timestamp(.system() + .seconds(1800)), .text("Emil again")])
            difference.appeared = [(record, position: 0)]
            return difference
        }
        func found() async throws -> Int {
            try await store.records(of: [feed], schema, withWordsOf: "again", notOverAt: .system(), fields: ["title"], limit: 9).count
        }
        #expect(try await found() == 1)
        try await store.write("as it was") { try $0.execute(sql: "DROP TABLE board_guide_words") }
        for trigger in ["added", "removed", "altered"] {
            try await store.write("as it was") { try $0.execute(sql: "DROP TRIGGER board_guide_words_\(trigger)") }
        }
        try await store.prepare("guide", schema)
        #expect(try await found() == 1)
    }
}
