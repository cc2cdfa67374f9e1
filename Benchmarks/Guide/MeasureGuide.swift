import Boards
import Fetching
import Foundation
import Records
import Storage
import Watching

/// What a guide costs: to read it as the server does, and what its pages ask for, in milliseconds of this process's CPU.
///
///     MeasureGuide read FOLDER URL
///     MeasureGuide ask FOLDER [WORDS …]
///     MeasureGuide search FOLDER COUNT
///     MeasureGuide apply FOLDER ROWS
///
/// `FOLDER` is a data folder; each of `WORDS` is a search. `search` prints what COUNT searches find that are made of the guide's words, and `apply`
/// how long it takes to store as many made rows, and then changes in one of a hundred. Prints what `Docs/Building/Benchmarks.md` says. Built only
/// when TIDINGS_BENCHMARKS is set; `Scripts/benchmark-guide` and `Scripts/benchmark-engines` run it.
@main struct MeasureGuide {
    private static let runs = 200
    private static let fields: Set<String> = [
        "channel", "channel_name", "start", "stop", "title", "subtitle", "film", "new", "premiere", "live", "repeat",
    ]

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let boards = Installation.folder("Definitions", of: "Boards") else {
            return print("usage: MeasureGuide read FOLDER URL | ask FOLDER [WORDS …] | search FOLDER COUNT | apply FOLDER ROWS")
        }
        let board = try Board(folder: boards.appendingPathComponent("guide"))
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = try Store(in: folder)
        try await store.feeds.prepare(board.name, board.schema)
        if arguments[0] == "read", arguments.count == 3 {
            try await read(arguments[2], of: board, into: store)
        } else if arguments[0] == "search", arguments.count == 3, let count = Int(arguments[2]) {
            try await search(count, of: board, store)
        } else if arguments[0] == "apply", arguments.count == 3, let rows = Int(arguments[2]) {
            try await apply(rows, of: board, store)
        } else {
            try await ask(Array(arguments.dropFirst(2)), of: board, store)
        }
    }

    private static func read(_ url: String, of board: Board, into store: Store) async throws {
        var configuration = Fetcher.Configuration()
        configuration.allowedHosts = ["127.0.0.1"]
        let fetcher = Fetcher(configuration)
        let refresh = Refresh(board: board, feed: try await store.feeds.feed(of: board.name, url: url), store: store)
        let outcome = try await refresh.run(fetcher.job(try refresh.request(), for: "measure"), of: fetcher) { _ in }
        try await fetcher.shutdown()
        if case .stored(let difference, let count, _) = outcome {
            print("\(count) programmes, \(difference.changeCount) changes")
        } else {
            print("not modified")
        }
    }

    private static func ask(_ searches: [String], of board: Board, _ store: Store) async throws {
        let (schema, feeds) = (board.schema, try await store.feeds.all(of: board.name))
        guard let zone = TimeZone(identifier: "Europe/London"), let coverage = try await store.feeds.coverage(of: feeds, schema) else {
            return print("there is no guide")
        }
        let found = try await store.feeds.channels(of: feeds, schema, fields: ["channel"], limit: 2000)
        let channels = found.compactMap { record in schema.slotChannel.flatMap { record.record.values[$0]?.text } }
        let first = GuideDay(of: coverage.lowerBound, in: zone)
        let days = (1...7).compactMap { CalendarDate(daysSince1970: first.date.daysSince1970 + $0) }.map { GuideDay($0, in: zone) }
        func some(_ count: Int, _ run: Int) -> [String] {
            (0..<min(count, channels.count)).map { channels[(run * 37 + $0) % channels.count] }
        }
        func grid(_ count: Int, _ window: Range<Timestamp>, _ run: Int) async throws -> Int {
            var slots = 0
            for feed in feeds {
                slots += try await store.feeds.slots(of: feed, schema, on: some(count, run), in: window, limit: 100_000).slots.count
            }
            return slots
        }
        print("\(channels.count) channels, \(feeds.map(\.recordCount).reduce(0, +)) programmes")
        try await measure("grid of 50 channels, 24 hours") { try await grid(50, days[$0 % days.count].window, $0) }
        try await measure("an answer to the grid: 20 channels, 30 hours") { try await grid(20, days[$0 % days.count].withMorning, $0) }
        try await measure("the day of a channel") { try await grid(1, days[$0 % days.count].window, $0) }
        try await measure("now and next, all channels") { run in
            let time = days[run % days.count].window.lowerBound + .seconds(run * 397)
            let query = SlotQuery(time..<(time + .seconds(12 * 3600)), fields: fields, limit: 20_000)
            return try await store.feeds.records(of: feeds, schema, query).count
        }
        try await measure("channels") { _ in
            try await store.feeds.channels(of: feeds, schema, fields: ["channel", "channel_name"], limit: 2000).count
        }
        for words in searches {
            try await measure("search: \(words)") { run in
                let time = days[run % days.count].window.lowerBound
                return try await store.feeds.records(of: feeds, schema, withWordsOf: words, notOverAt: time, fields: fields, limit: 100)
                    .count
            }
        }
    }

    /// Beginnings of the guide's own words, one to three at once, and what is hard to split; in the same order for the same guide.
    private static func search(_ count: Int, of board: Board, _ store: Store) async throws {
        let (schema, feeds) = (board.schema, try await store.feeds.all(of: board.name))
        guard let feed = feeds.first, let coverage = try await store.feeds.coverage(of: feeds, schema) else {
            return print("there is no guide")
        }
        var vocabulary: [Substring] = []
        for record in try await store.feeds.records(of: feed, schema, limit: 20_000) {
            for name in ["title", "subtitle", "description"] {
                guard let text = schema.index(of: name).flatMap({ record.record.values[$0]?.text }) else { continue }
                vocabulary += text.split(separator: " ")
            }
        }
        guard !vocabulary.isEmpty else { return print("the guide has no words") }
        let byHand = "don't|C++|fin|ﬁn|strasse|lodz|й|50%|s02e05|www.example.org/path|日|\"|the a of"
        var searches = byHand.split(separator: "|").map(String.init)
        // Steps that have no divisor in common with most numbers reach all words.
        searches += (0..<max(0, count - searches.count)).map { search in
            (0...search % 3).map { place in
                let word = vocabulary[(search * 7919 + place * 104_729) % vocabulary.count]
                return String(word.prefix(2 + (search + place) % 7))
            }.joined(separator: " ")
        }
        var times: [Duration] = []
        for (number, words) in searches.enumerated() {
            let time = coverage.lowerBound + .seconds(number * 397 % 200_000)
            let start = ContinuousClock.now
            let found = try await store.feeds.records(of: feeds, schema, withWordsOf: words, notOverAt: time, fields: fields, limit: 50)
            times.append(ContinuousClock.now - start)
            print("\(words)\t\(found.map { "\($0.id)" }.joined(separator: " "))")
        }
        times.sort()
        FileHandle.standardError.write(Data("median \(times[times.count / 2]), p95 \(times[times.count * 95 / 100])\n".utf8))
    }

    private static func apply(_ rows: Int, of board: Board, _ store: Store) async throws {
        let feed = try await store.feeds.feed(of: board.name, url: "https://made.example/")
        let schema = board.schema
        func record(_ index: Int, _ edition: Int) -> Records.Record {
            let start = Timestamp(milliseconds: Int64(index) * 60_000)
            return Records.Record(
                schema.fields.map { field in
                    switch field.name {
                    case "channel": .text("c\(index % 400)")
                    case "start": .timestamp(start)
                    case "stop": .timestamp(start + .seconds(1800))
                    case "title": .text("Show \(index % 3000) of edition \(edition)")
                    case "description":
                        .text((0..<20).map { "word\((index * 31 + $0 * $0 * 17) % 9000)" }.joined(separator: " "))
                    default: nil
                    }
                })
        }
        func stored(_ name: String, _ change: @Sendable @escaping (any StoredRows) throws -> Difference) async throws {
            let report = FetchReport(began: .system(), ended: .system(), bytes: 1)
            let start = ContinuousClock.now
            _ = try await store.feeds.apply(rows, to: feed, schema, report, comparing: change)
            print("\(name): \((ContinuousClock.now - start) / .milliseconds(1)) ms")
        }
        let made = (0..<rows).map { record($0, 0) }
        try await stored("first load of \(rows)") { _ in
            var difference = Difference()
            difference.appeared = made.enumerated().map { ($1, position: $0) }
            return difference
        }
        let renewed = (0..<rows).filter { $0.isMultiple(of: 100) }.map { ($0, record($0, 1)) }
        try await stored("\(renewed.count) changes in \(rows)") { next in
            var (difference, all) = (Difference(), [StoredRecord]())
            while let one = try next() { all.append(one) }
            difference.altered = renewed.map { (before: all[$0], after: $1, position: $0) }
            return difference
        }
    }

    private static func measure(_ name: String, _ ask: (Int) async throws -> Int) async throws {
        var (times, rows): ([Double], Int) = ([], 0)
        for run in 0..<runs + 5 {
            let start = nanoseconds()
            rows = try await ask(run)
            // The first ones fill the caches.
            if run >= 5 { times.append(nanoseconds() - start) }
        }
        times.sort()
        func text(_ share: Double) -> String {
            String(format: "%.2f", times[min(times.count - 1, Int(Double(times.count) * share))] / 1_000_000)
        }
        print("\(name): median \(text(0.5)), p95 \(text(0.95)) ms CPU, \(rows) rows")
    }

    /// CPU of all threads of this process, in nanoseconds.
    private static func nanoseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
