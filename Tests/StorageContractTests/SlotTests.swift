import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Records by their slots")
struct SlotTests {
    private let folder: TemporaryFolder
    private static let schema = Schema(fields: [
        Field(name: "channel", kind: .text), Field(name: "start", kind: .timestamp), Field(name: "stop", kind: .timestamp),
    ])

    init() throws { folder = try TemporaryFolder() }

    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: Int64(minute) * 60_000) }

    @Test("what overlaps a time is found by an index, in the order of the starts; what ends as it begins is over")
    func overlap() async throws {
        let store = try Engine.store(in: folder.url)
        try await store.feeds.prepare("guide", Self.schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let slots = [(60, 90), (0, 30), (30, 60), (45, 45), (30, 61), (90, 120), (-2000, 40)]
        let records = slots.map { Record([.text("\($0.0)–\($0.1)"), .timestamp(Self.time($0.0)), .timestamp(Self.time($0.1))]) }
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, Self.schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        func found(_ from: Int, _ to: Int, limit: Int = 10) async throws -> [String] {
            try await store.feeds.records(of: [feed], Self.schema, SlotQuery(Self.time(from)..<Self.time(to), limit: limit)).compactMap {
                $0.record.values[0]?.text
            }
        }
        #expect(try await found(30, 60) == ["30–60", "30–61", "45–45"])
        #expect(try await found(60, 91) == ["30–61", "60–90", "90–120"])
        #expect(try await found(0, 200, limit: 2) == ["0–30", "30–60"])
    }

    @Test("of a channel, and only the fields that are asked for; channels and what is covered come from indexes too")
    func channels() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "title", kind: .text)])
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let slots = [("b", 0, 30), ("a", 0, 60), ("b", 30, 60), ("c", 600, 630), ("a", 60, 70)]
        let records = slots.map {
            Record([.text($0.0), .timestamp(Self.time($0.1)), .timestamp(Self.time($0.2)), .text("\($0.0)\($0.1)")])
        }
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        func found(_ channels: [String], fields: Set<String>? = nil, limit: Int = 10) async throws -> [String?] {
            let query = SlotQuery(Self.time(0)..<Self.time(61), channels: channels, fields: fields, limit: limit)
            return try await store.feeds.records(of: [feed], schema, query).map { $0.record.values[3]?.text }
        }
        #expect(try await found(["b", "a", "none"]) == ["b0", "b30", "a0", "a60"])
        #expect(try await found(["b", "a"], limit: 3) == ["b0", "b30", "a0"])
        #expect(try await found(["b"], fields: ["channel"]) == [nil, nil])
        let channels = try await store.feeds.channels(of: [feed], schema, fields: ["channel", "title"], limit: 10)
        #expect(channels.map { $0.record.values[3]?.text } == ["a0", "b0", "c600"])
        #expect(try await store.feeds.channels(of: [feed], schema, fields: [], limit: 2).count == 2)
        let coverage = try await store.feeds.coverage(of: [feed], schema)
        #expect(coverage == Self.time(0)..<Timestamp(milliseconds: Self.time(600).milliseconds + 1))
        #expect(try await store.feeds.coverage(of: [], schema) == nil)
    }

    @Test("what a grid shows of a channel's programmes comes in the order of their starts, whichever of its fields the board has")
    func cells() async throws {
        let store = try Engine.store(in: folder.url)
        let shown: [Field] = [
            Field(name: "film", kind: .flag), Field(name: "title", kind: .text), Field(name: "new", kind: .flag),
            Field(name: "categories", kind: .list), Field(name: "subtitle", kind: .text),
        ]
        let schema = Schema(fields: Self.schema.fields + shown)
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
        func stored(_ board: String, _ schema: Schema, _ records: [Records.Record]) async throws -> Feed {
            try await store.feeds.prepare(board, schema)
            let feed = try await store.feeds.feed(of: board, url: "https://guide.example/")
            _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
                var difference = Difference()
                difference.appeared = records.enumerated().map { ($1, position: $0) }
                return difference
            }
            return feed
        }
        let rows: [(String, Int, Int?, [Value?])] = [
            ("b", 30, 60, [.flag(true), .text("Late"), .flag(false), .list(["Drama", "a \"b\""]), .text("Part 2")]),
            ("b", 0, 30, [nil, .text("Early"), nil, nil, nil]), ("b", -30, 0, [nil, .text("Over"), nil, nil, nil]),
            ("b", 5, nil, [nil, .text("Without an end"), nil, nil, nil]), ("c", 0, 60, [nil, .text("Elsewhere"), nil, nil, nil]),
            ("a", 10, 10, [nil, .text("Headlines"), .flag(true), .list(["Drama", "a \"b\""]), nil]),
            ("a", 60, 90, [.flag(true), nil, .flag(true), .list([]), nil]), ("a", 61, 90, [nil, .text("Too late"), nil, nil, nil]),
        ]
        let programmes = rows.map { channel, start, stop, shown in
            let slot: [Value?] = [.text(channel), .timestamp(Self.time(start)), stop.map { Value.timestamp(Self.time($0)) }]
            return Record(slot + shown)
        }
        let feed = try await stored("guide", schema, programmes)
        let window = Self.time(0)..<Self.time(61)
        let found = try await store.feeds.slots(of: feed, schema, on: ["b", "none", "a"], in: window, limit: 10)
        #expect(found.slots.map(\.title) == ["Early", "Late", "Headlines", ""])
        #expect(found.slots.map(\.channel) == ["b", "b", "a", "a"])
        #expect(found.slots.map(\.subtitle) == [nil, "Part 2", nil, nil])
        #expect(found.slots.map(\.flags) == [[], .film, .new, [.film, .new]])
        #expect(found.slots.map(\.start) == [0, 30, 10, 60].map(Self.time))
        #expect(found.slots.map(\.stop) == [30, 60, 10, 90].map(Self.time))
        #expect(found.slots.map { $0.categories.map { found.categories[$0] } } == [nil, ["Drama", "a \"b\""], ["Drama", "a \"b\""], []])
        #expect(found.categories.count == 2)
        let records = try await store.feeds.records(of: [feed], schema, SlotQuery(window, channels: ["b", "a"], limit: 10))
        #expect(found.slots.map(\.id) == records.filter { $0.record.values[2] != nil }.map(\.id))
        let three = try await store.feeds.slots(of: feed, schema, on: ["b", "a"], in: window, limit: 3)
        #expect(three.slots.map(\.title) == ["Early", "Late", "Headlines"])
        let plain = try await stored("plain", Self.schema, [Record([.text("b"), .timestamp(Self.time(0)), .timestamp(Self.time(30))])])
        let bare = try await store.feeds.slots(of: plain, Self.schema, on: ["b"], in: window, limit: 10)
        #expect(bare.slots.map(\.title) == [""])
        #expect(bare.slots.map(\.flags) == [[]])
        #expect(bare.categories.isEmpty)
        let list = Schema(fields: [Field(name: "channel", kind: .text)])
        let other = try await stored("list", list, [Record([.text("b")])])
        #expect(try await store.feeds.slots(of: other, list, on: ["b"], in: window, limit: 10).slots.isEmpty)
    }

    @Test("a channel is as the last reading has it, not as it was in what is kept from before and after that")
    func currentChannels() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "channel_name", kind: .text)])
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        // In order: first those of the reading, from 100 to 300, then the kept ones.
        let stored = [
            ("b", 120, "B new"), ("a", 260, "A new"), ("a", 100, "A new"), ("c", 110, "C new"),
            ("a", 10, "A old"), ("b", 50, "B old"), ("a", 400, "A old"), ("b", 330, "B old"), ("c", 40, "C old"), ("gone", 60, "Gone"),
        ]
        let records = stored.map { Record([.text($0.0), .timestamp(Self.time($0.1)), .timestamp(Self.time($0.1 + 30)), .text($0.2)]) }
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
        _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        let channels = try await store.feeds.channels(of: [feed], schema, fields: ["channel", "channel_name"], limit: 10)
        #expect(channels.map { $0.record.values[3]?.text } == ["A new", "B new", "C new", "Gone"])
        for (channel, name) in [("a", "A new"), ("c", "C new"), ("gone", "Gone"), ("none", nil)] {
            let found = try await store.feeds.currentRecord(of: feed, schema, on: channel, fields: ["channel_name"])
            #expect(found?.record.values[3]?.text == name)
        }
    }

    @Test("words are found as they begin, all of them, without case and accents; what has changed or gone is not")
    func words() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + ["title", "description"].map { Field(name: $0, kind: .text) })
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        func record(_ start: Int, _ title: String, _ about: String) -> Records.Record {
            Records.Record([.text("a"), .timestamp(Self.time(start)), .timestamp(Self.time(start + 30)), .text(title), .text(about)])
        }
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
        func apply(_ change: @Sendable @escaping ([StoredRecord]) -> Difference) async throws {
            _ = try await store.feeds.apply(nil, to: feed, schema, report) { next in
                var stored: [StoredRecord] = []
                while let one = try next() { stored.append(one) }
                return change(stored)
            }
        }
        let records = [
            record(60, "Émile und die Detektive", "A boy in Berlin"), record(0, "Night Ferry", "To the isle of \"Man\""),
            record(30, "The Ferryman", "night"), record(90, "日本の歴史", "第5話"),
        ]
        try await apply { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        func found(_ text: String, at minute: Int = 0, limit: Int = 10) async throws -> [String?] {
            try await store.feeds.records(
                of: [feed], schema, withWordsOf: text, notOverAt: Self.time(minute), fields: ["title"], limit: limit
            )
            .map { $0.record.values[3]?.text }
        }
        #expect(try await found("ferry NIGHT") == ["Night Ferry", "The Ferryman"])
        #expect(try await found("ferry NIGHT", at: 30) == ["The Ferryman"])
        #expect(try await found("ferry", limit: 1) == ["Night Ferry"])
        #expect(try await found("emile") == ["Émile und die Detektive"])
        #expect(try await found("日本") == ["日本の歴史"])
        for none in ["boy ferry", "erry"] { #expect(try await found(none).isEmpty) }
        // Operators of search syntaxes have no effect here.
        for text in ["man\"", "NOT man", "title:man", "man*", "(man", "man AND", "-man", "man ^", "NEAR(man)"] { _ = try await found(text) }
        #expect(try await found("\"isle\" of* -man") == ["Night Ferry"])
        for text in ["", " ", "\"", "* - ^ :", "👋"] { #expect(try await found(text).isEmpty) }
        let renamed = record(60, "Emil again", "A boy")
        try await apply { stored in
            var difference = Difference()
            difference.altered = [(before: stored[0], after: renamed, position: 0)]
            difference.gone = [stored[1]]
            return difference
        }
        for gone in ["detektive", "isle"] { #expect(try await found(gone).isEmpty) }
        #expect(try await found("again") == ["Emil again"])
        // With other fields, the table is set aside, and its words go.
        try await store.feeds.prepare("guide", Self.schema)
        let none = try await store.feeds.records(
            of: [feed], Self.schema, withWordsOf: "again", notOverAt: Self.time(0), fields: ["channel"], limit: 10)
        #expect(none.isEmpty)
        try await store.feeds.prepare("guide", schema)
        #expect(try await found("again").isEmpty)
    }

    @Test("a word is found as the beginning of a few others and of many, alone and with others", arguments: [0, 1, 7, 8, 9, 30])
    func beginnings(count: Int) async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + ["title", "description"].map { Field(name: $0, kind: .text) })
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let titles = ["Light", "LÍGHT!", "Ligh", "Delight"] + (0..<count).map { "Light\($0 + 10)x" }
        let records = titles.enumerated().map {
            Records.Record([.text("a"), .timestamp(Self.time($0)), .timestamp(Self.time($0 + 1)), .text($1), .text("Harbour")])
        }
        _ = try await store.feeds.apply(records.count, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        func found(_ text: String, title: String? = nil) async throws -> Int {
            try await store.feeds.records(
                of: [feed], schema, withWordsOf: text, where: SlotFilter(title: title), notOverAt: Self.time(0), fields: ["title"],
                limit: 100
            ).count
        }
        for text in ["light", "LIGHT harb", "harbo lïght light"] { #expect(try await found(text) == 2 + count, "\(text)") }
        #expect(try await found("ligh") == 3 + count)
        #expect(try await found("light1") == min(count, 10))
        for none in ["lights", "light harbour none"] { #expect(try await found(none) == 0, "\(none)") }
        #expect(try await found("Light", title: "Light") == 1)
    }

    @Test("however many words are searched for, each counts; those that begin others are no further question")
    func manyWords() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + ["title", "description"].map { Field(name: $0, kind: .text) })
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let words = (0..<90).map { "w\(String($0, radix: 36))é" }
        let record = Records.Record([
            .text("a"), .timestamp(Self.time(0)), .timestamp(Self.time(1)), .text("Ferry"), .text(words.joined(separator: " ")),
        ])
        _ = try await store.feeds.apply(1, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) { _ in
            var difference = Difference()
            difference.appeared = [(record, position: 0)]
            return difference
        }
        func found(_ words: [String], title: String? = nil) async throws -> Int {
            try await store.feeds.records(
                of: [feed], schema, withWordsOf: words.joined(separator: " "), where: SlotFilter(title: title), notOverAt: Self.time(0),
                fields: ["title"], limit: 9
            ).count
        }
        #expect(try await found(words) == 1)
        #expect(try await found(words.map { $0.uppercased() } + ["w", "f", "ferr"]) == 1)
        #expect(try await found(words + ["none"]) == 0)
        #expect(try await found(words + ["w1ex", "w1e"]) == 0)
        #expect(try await found(Array(repeating: "w", count: 90) + ["ferries"]) == 0)
        #expect(try await found(["fe", "w1"]) == 1)
        #expect(try await found(words + ["fe"]) == 0, "among many, short words are whole")
    }

    @Test("what begins first comes first, of all feeds together, whether a few records have the words or thousands")
    func manyWithWords() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: Self.schema.fields + [Field(name: "title", kind: .text)])
        try await store.feeds.prepare("guide", schema)
        var feeds: [Feed] = []
        for number in 0..<2 {
            let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/\(number)")
            // The later ones first, alternating between the feeds.
            let records = (0..<1500).reversed().map { index in
                let (start, title) = (2 * index + number, "Ferry \(index.isMultiple(of: 700) ? "of the night" : "by day") \(number)")
                return Records.Record([
                    .text("c\(index % 3)"), .timestamp(Self.time(start)), .timestamp(Self.time(start + 1)), .text(title),
                ])
            }
            _ = try await store.feeds.apply(records.count, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) {
                _ in
                var difference = Difference()
                difference.appeared = records.enumerated().map { ($1, position: $0) }
                return difference
            }
            feeds.append(feed)
        }
        func starts(_ text: String, titled: Bool = false, on channel: String? = nil, at minute: Int, limit: Int) async throws -> [Int] {
            try await store.feeds.records(
                of: feeds, schema, withWordsOf: text, where: SlotFilter(title: titled ? text : nil, channel: channel),
                notOverAt: Self.time(minute),
                fields: ["start"], limit: limit
            ).compactMap { record in
                guard case .timestamp(let start)? = record.record.values[1] else { return nil }
                return Int(start.milliseconds / 60_000)
            }
        }
        #expect(try await starts("ferry", at: 1000, limit: 5) == [1000, 1001, 1002, 1003, 1004])
        #expect(try await starts("ferry", at: 2998, limit: 5) == [2998, 2999])
        #expect(try await starts("ferry", on: "c1", at: 0, limit: 4) == [2, 3, 8, 9])
        #expect(try await starts("Ferry by day 1", titled: true, on: "c0", at: 0, limit: 2) == [7, 13])
        #expect(try await starts("ferry night", at: 0, limit: 9) == [0, 1, 1400, 1401, 2800, 2801])
        #expect(try await starts("ferry night", on: "c1", at: 1, limit: 9) == [1400, 1401])
        #expect(try await starts("Ferry of the night 1", titled: true, at: 2, limit: 1) == [1401])
    }

    @Test(
        "a search may be narrowed to a channel, a genre, a flag and a time, whether a few records have the words or thousands",
        arguments: [10, 2500])
    func filtered(count: Int) async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(
            fields: Self.schema.fields + [
                Field(name: "title", kind: .text), Field(name: "categories", kind: .list), Field(name: "film", kind: .flag),
            ])
        try await store.feeds.prepare("guide", schema)
        let feed = try await store.feeds.feed(of: "guide", url: "https://guide.example/")
        let genres: [Value?] = [.list(["Drama", "50 % \"<new>\""]), .list(["Dramatic"]), nil]
        let records = (0..<count).map { index in
            Records.Record([
                .text("c\(index % 2)"), .timestamp(Self.time(index)), .timestamp(Self.time(index + 1)), .text("Ferry"), genres[index % 3],
                index.isMultiple(of: 4) ? .flag(true) : nil,
            ])
        }
        _ = try await store.feeds.apply(count, to: feed, schema, FetchReport(began: .system(), ended: .system(), bytes: 1)) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        func starts(_ change: (inout SlotFilter) -> Void) async throws -> [Int] {
            var filter = SlotFilter()
            change(&filter)
            return try await store.feeds.records(
                of: [feed], schema, withWordsOf: "ferry", where: filter, notOverAt: Self.time(1), fields: ["start"], limit: 3
            ).compactMap { record in
                guard case .timestamp(let start)? = record.record.values[1] else { return nil }
                return Int(start.milliseconds / 60_000)
            }
        }
        #expect(try await starts { $0.channel = "c1" } == [1, 3, 5])
        #expect(try await starts { $0.genre = "Drama" } == [3, 6, 9])
        #expect(try await starts { $0.genre = "50 % \"<new>\"" } == [3, 6, 9])
        for none in ["Dram%", "Dram_", "50 ! \"<new>\""] { #expect(try await starts { $0.genre = none } == []) }
        #expect(try await starts { $0.flag = "film" } == [4, 8, 12].filter { $0 < count })
        #expect(try await starts { $0.window = Self.time(2)..<Self.time(4) } == [2, 3])
        #expect(try await starts { ($0.window, $0.channel) = (Self.time(2)..<Self.time(9), "c0") } == [2, 4, 6])
        #expect(try await starts { ($0.genre, $0.flag) = ("Dramatic", "film") } == [4, 16, 28].filter { $0 < count })
        #expect(try await starts { $0.flag = "channel" } == [])
        #expect(try await starts { $0.flag = "new" } == [])
    }

    @Test("records without slots have none")
    func none() async throws {
        let store = try Engine.store(in: folder.url)
        let schema = Schema(fields: [Field(name: "channel", kind: .text)])
        try await store.feeds.prepare("list", schema)
        let feed = try await store.feeds.feed(of: "list", url: "https://list.example/")
        #expect(try await store.feeds.records(of: [feed], schema, SlotQuery(Self.time(0)..<Self.time(1), limit: 10)).isEmpty)
    }
}
