import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

/// What people search for is found in PostgreSQL as in SQLite: the same rows in the same order. `TIDINGS_PROGRAMMES` says of how many
/// (3,000 if left out), `TIDINGS_SEARCHES` in how many searches.
@Suite("Searches in PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresSearchTests {
    private static let schema = Schema(fields: [
        Field(name: "channel", kind: .text), Field(name: "start", kind: .timestamp), Field(name: "stop", kind: .timestamp),
        Field(name: "title", kind: .text), Field(name: "subtitle", kind: .text), Field(name: "description", kind: .text),
        Field(name: "categories", kind: .list),
    ])
    private static let vocabulary = """
        night ferry ferryman ferries Émile emile don't C++ fin ﬁn Straße strasse Łódź lodz Москва йод иод Ёлка 日本の歴史 第5話 ไทย हिन्दी \
        Ελλάς ΕΛΛΑΣ İstanbul ısı naïve co-op 50% 3,5 ½ ² Ⅷ a b s02e05 www.example.org/path x_y O'Neill ŒUVRE Ａ１ ﷺ 👋🏽 ä a\u{308} ệ ơ 한국어 \
        news new newer newest a\u{301}b\u{301}c 中文 ﬀ ǆ K Å
        """.split(separator: " ").map(String.init)

    private static let byHand = "|\"|don't|C++|fin|ﬁn|strasse|straße|lodz|и|й|yod|s02|new news|日|50|½|👋|a*|NOT new|title:ferry|(ferry OR"
        .split(separator: "|", omittingEmptySubsequences: false).map(String.init)

    private let folder: TemporaryFolder
    private let (here, there): (Store, Store)

    init() throws {
        folder = try TemporaryFolder()
        here = try Store(in: folder.url.appendingPathComponent("here"))
        there = try Store(in: folder.url, at: Engine.database(for: folder.url))
    }

    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: Int64(minute) * 60_000) }

    /// A guide of programmes whose words are drawn evenly; all have "show".
    private static func guide(_ count: Int, _ random: inout Draws) -> [Records.Record] {
        (0..<count).map { index in
            func words(_ limit: Int) -> Value? {
                let words = (0..<random.next(limit)).map { _ in vocabulary[random.next(vocabulary.count)] }
                return words.isEmpty ? nil : .text(words.joined(separator: [" ", "-", ", ", "\n"][random.next(4)]))
            }
            let start = random.next(20_000)
            return Records.Record([
                .text("c\(index % 9)"), .timestamp(time(start)), .timestamp(time(start + 30)), .text("show \(index % 700)"), words(3),
                words(12), random.next(3) == 0 ? .list(["Drama", vocabulary[random.next(vocabulary.count)]]) : nil,
            ])
        }
    }

    private func apply(_ store: Store, _ change: @Sendable @escaping ([StoredRecord]) -> Difference) async throws {
        try await store.feeds.prepare("guide", Self.schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let report = FetchReport(began: Self.time(0), ended: Self.time(0), bytes: 1)
        _ = try await store.feeds.apply(nil, to: feed, Self.schema, report) { next in
            var stored: [StoredRecord] = []
            while let one = try next() { stored.append(one) }
            return change(stored)
        }
    }

    private func found(_ text: String, _ filter: SlotFilter, at minute: Int, limit: Int, in store: Store) async throws -> [Int64] {
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        return try await store.feeds.records(
            of: [feed], Self.schema, withWordsOf: text, where: filter, notOverAt: Self.time(minute), fields: ["title"], limit: limit
        ).map(\.id)
    }

    /// Searches by hand and made ones: beginnings of words, some at once, narrowed and not.
    private func compare(_ count: Int, _ random: inout Draws) async throws {
        var searches = Self.byHand
        for _ in 0..<count {
            let words = (0...random.next(3)).map { _ in
                let word = Self.vocabulary[random.next(Self.vocabulary.count)]
                return String(word.prefix(1 + random.next(word.count)))
            }
            searches.append(words.joined(separator: " "))
        }
        searches.append((0..<20).map { Self.vocabulary[$0] }.joined(separator: " "))
        var hits = 0
        for search in searches + ["show"] {
            var filter = SlotFilter()
            switch random.next(4) {
            case 0: filter.channel = "c\(random.next(9))"
            case 1: filter.genre = "Drama"
            case 2: filter.window = Self.time(5000)..<Self.time(5000 + random.next(9000))
            default: break
            }
            let (minute, limit) = (random.next(12_000), 1 + random.next(60))
            let expected = try await found(search, filter, at: minute, limit: limit, in: here)
            let actual = try await found(search, filter, at: minute, limit: limit, in: there)
            #expect(actual == expected, "\(search) \(filter) from \(minute)")
            hits += expected.count
        }
        #expect(hits > count)
    }

    @Test("made searches and those by hand find the same rows in the same order, also once some have changed, gone or come")
    func same() async throws {
        func number(_ name: String, _ standard: Int) -> Int { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard }
        var random = Draws(seed: 49)
        let guide = Self.guide(number("TIDINGS_PROGRAMMES", 3000), &random)
        for store in [here, there] {
            try await apply(store) { _ in
                var difference = Difference()
                difference.appeared = guide.enumerated().map { ($1, position: $0) }
                return difference
            }
        }
        try await compare(number("TIDINGS_SEARCHES", 200), &random)
        let others = Self.guide(60, &random)
        for store in [here, there] {
            try await apply(store) { stored in
                var difference = Difference()
                difference.altered = (0..<20).map { (before: stored[$0 * 7], after: others[$0], position: $0 * 7) }
                difference.touched = (0..<20).map { (id: stored[$0 * 7 + 1].id, after: others[20 + $0], position: $0 * 7 + 1) }
                difference.gone = (0..<20).map { stored[$0 * 7 + 2] }
                return difference
            }
            try await apply(store) { stored in
                var difference = Difference()
                difference.appeared = (0..<20).map { (others[40 + $0], position: stored.count + $0) }
                return difference
            }
        }
        try await compare(100, &random)
    }

    @Test("rows that were written without their words get them: a table of before, and what an import adds")
    func filled() async throws {
        var random = Draws(seed: 50)
        let guide = Self.guide(1500, &random)
        for store in [here, there] {
            try await apply(store) { _ in
                var difference = Difference()
                difference.appeared = guide.enumerated().map { ($1, position: $0) }
                return difference
            }
        }
        try await there.database.write("forgetting") { try $0.execute(sql: "ALTER TABLE board_guide DROP COLUMN _words") }
        try await there.feeds.prepare([("guide", Self.schema)])
        try await compare(40, &random)

        let other = try TemporaryFolder()
        defer { withExtendedLifetime(other) {} }
        let imported = try Store(in: other.url, at: Engine.database(for: other.url))
        try await imported.feeds.prepare("guide", Self.schema)
        _ = try await imported.importing(try await here.exported())
        let (before, after) = (
            try await found("ferry", SlotFilter(), at: 0, limit: 900, in: here),
            try await found("ferry", SlotFilter(), at: 0, limit: 900, in: imported)
        )
        #expect(!before.isEmpty)
        #expect(after.count == before.count)
    }

    @Test("every character of Unicode is in words, or between them, as SQLite has it, and PostgreSQL holds those words")
    func unicode() async throws {
        let tokens = try WordTokens()
        let column = try #require(WordColumn(of: BoardTable(board: "guide", schema: Self.schema))).words()
        for plane in stride(from: UInt32(0), to: 0x11_0000, by: 0x1000) {
            let scalars = (plane..<plane + 0x1000).compactMap { Unicode.Scalar($0) }.filter { $0.value > 0 }
            // Alone, and in the middle of a word.
            let text = scalars.map { "\($0) a\($0)z" }.joined(separator: " ")
            let expected = Set(try tokens.split(text))
            let values: [ColumnValue] = [.null, .null, .null, .text(text), .null, .null, .null]
            let line = try column.of(values)
            let held = try await there.database.read("holding words") { database in
                let sql = """
                    SELECT value FROM json_array_elements_text(array_to_json(tsvector_to_array(CAST(? AS tsvector)))) AS word (value)
                    """
                return Set(try String.fetchAll(database, sql: sql, arguments: [line]).map { Array($0.unicodeScalars) })
            }
            #expect(held == Set(expected.map { Array($0.unicodeScalars) }), "from \(plane)")
        }
    }
}

/// The same numbers for the same seed (https://prng.di.unimi.it/splitmix64.c).
private struct Draws {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Below `limit`.
    mutating func next(_ limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
