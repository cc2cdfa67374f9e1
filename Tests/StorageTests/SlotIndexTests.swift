import Boards
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
        try await store.feeds.prepare("guide", Self.schema)
        let plan = try await store.database.read("explaining") { database in
            try Row.fetchOne(
                database, sql: "EXPLAIN QUERY PLAN SELECT _id FROM board_guide WHERE _feed = 1 AND start < 2 AND start > 1"
            ).map { $0["detail"] as String }
        }
        #expect(plan?.contains("board_guide_slots") == true)
    }

    @Test("no board may be called what is beside another one's table")
    func names() async throws {
        let store = try Store(in: folder.url)
        let fields = Self.schema.fields + [Field(name: "title", kind: .text)]
        try await store.feeds.prepare("guide", Schema(fields: fields))
        let beside = try await store.database.read("listing tables and indexes") {
            try String.fetchAll(
                $0, sql: "SELECT substr(name, 13) FROM sqlite_master WHERE name LIKE 'board\\_guide\\_%' ESCAPE '\\' AND type <> 'trigger'")
        }
        #expect(beside.count > 5)
        let known = BoardLibrary.namesBesideTable.map { $0.replacing("-", with: "_") }
        #expect(beside.filter { name in !known.contains { name == $0 || name.hasPrefix("\($0)_") } } == [])
    }

    @Test("what isn't on in the time is passed over in the index of a channel, without its row")
    func channelPlan() async throws {
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("guide", Self.schema)
        let plan = try await store.database.read("explaining") { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT _id FROM board_guide WHERE _feed = 1 AND start < 3 AND start > 1 AND (stop > 2 OR start >= 2)
                    AND channel = 'a' ORDER BY start, stop, _id
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH board_guide USING COVERING INDEX board_guide_channels (_feed=? AND channel=? AND start>? AND start<?)"])
    }

    @Test("a table of an earlier version gets the indexes it lacks, and loses those that it had in their place")
    func indexes() async throws {
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("guide", Self.schema)
        func names() async throws -> Set<String> {
            try await store.database.read("looking") {
                try Set(String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'board_guide'"))
            }
        }
        let all = try await names()
        #expect(all.contains("board_guide_channels"))
        try await store.database.write("as it was") {
            try $0.execute(sql: "DROP INDEX board_guide_channels; CREATE INDEX board_guide_lanes ON board_guide (_feed, channel, start)")
        }
        try await store.feeds.prepare("guide", Self.schema)
        #expect(try await names() == all)
    }

    @Test("the words of thousands of records that come at once are found, and go with them")
    func many() async throws {
        let store = try Store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "title", kind: .text)])
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        func record(_ number: Int, _ title: String) -> Records.Record {
            Records.Record([.text("c\(number % 7)"), .timestamp(.system()), .timestamp(.system() + .seconds(1800)), .text(title)])
        }
        func apply(_ difference: @escaping @Sendable (_ stored: [StoredRecord]) -> Difference) async throws {
            let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
            _ = try await store.feeds.apply(nil, to: feed, schema, report) { next in
                var stored: [StoredRecord] = []
                while let record = try next() { stored.append(record) }
                return difference(stored)
            }
        }
        func found(_ text: String) async throws -> Int {
            try await store.feeds.records(of: [feed], schema, withWordsOf: text, notOverAt: .system(), fields: ["title"], limit: 9999).count
        }
        func appear(_ titles: [String]) async throws {
            let records = titles.enumerated().map { (record: record($0.offset, $0.element), position: $0.offset) }
            try await apply { _ in
                var difference = Difference()
                difference.appeared = records
                return difference
            }
        }
        try await appear(["Early bird"])
        try await appear((0..<2500).map { "Ferry \($0)" })
        try await appear(["Late bird"])
        #expect(try await found("ferry") == 2500)
        #expect(try await found("ferry 1999") == 1)
        #expect(try await found("bird") == 2)
        // FTS5's own look at itself: every row has its words once, and no word is without its row.
        try await store.database.write("checking") {
            try $0.execute(sql: "INSERT INTO board_guide_words (board_guide_words, rank) VALUES ('integrity-check', 1)")
        }
        try await apply { stored in
            var difference = Difference()
            difference.gone = stored
            return difference
        }
        #expect(try await found("ferry") == 0)
    }

    @Test("the index by time is there after thousands of records have come at once, the first and later ones")
    func indexAfterMany() async throws {
        let store = try Store(in: folder.url)
        try await store.feeds.prepare("guide", Self.schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        func count() async throws -> Int? {
            try await store.database.read("counting") {
                try Int.fetchOne(
                    $0, sql: "SELECT count(*) FROM board_guide INDEXED BY board_guide_slots WHERE _feed = ?", arguments: [feed.id])
            }
        }
        for round in 1...3 {
            let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
            _ = try await store.feeds.apply(nil, to: feed, Self.schema, report) { _ in
                var difference = Difference()
                difference.appeared = (0..<1500).map { number in
                    let start = Timestamp(milliseconds: Int64(number * 7919 % 1500))
                    return (Records.Record([.text("c\(round)"), .timestamp(start), .timestamp(start + .seconds(60))]), position: number)
                }
                return difference
            }
            #expect(try await count() == round * 1500)
        }
    }

    @Test("a table of an earlier version gets the words of what it has")
    func words() async throws {
        let store = try Store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "title", kind: .text)])
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        _ = try await store.feeds.apply(1, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) { _ in
            var difference = Difference()
            let record = Records.Record([.text("a"), .timestamp(.system()), .timestamp(.system() + .seconds(1800)), .text("Emil again")])
            difference.appeared = [(record, position: 0)]
            return difference
        }
        func found() async throws -> Int {
            try await store.feeds.records(of: [feed], schema, withWordsOf: "again", notOverAt: .system(), fields: ["title"], limit: 9).count
        }
        #expect(try await found() == 1)
        try await store.database.write("as it was") { try $0.execute(sql: "DROP TABLE board_guide_terms; DROP TABLE board_guide_words") }
        for trigger in ["added", "removed", "altered"] {
            try await store.database.write("as it was") { try $0.execute(sql: "DROP TRIGGER board_guide_words_\(trigger)") }
        }
        try await store.feeds.prepare("guide", schema)
        #expect(try await found() == 1)
        // An index of an earlier version, in another form, is rebuilt.
        try await store.database.write("as it was") {
            try $0.execute(
                sql: """
                    DROP TABLE board_guide_words;
                    CREATE VIRTUAL TABLE board_guide_words USING fts5("title", content = 'board_guide', content_rowid = '_id');
                    """)
        }
        #expect(try await found() == 0)
        try await store.feeds.prepare("guide", schema)
        #expect(try await found() == 1)
        let definition = try await store.database.read("looking") {
            try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = 'board_guide_words'")
        }
        try await store.feeds.prepare("guide", schema)
        #expect(definition?.contains("detail = none") == true)
        #expect(try await found() == 1)
    }
}
