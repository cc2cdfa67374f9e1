import Extraction
import Foundation
import Records
import Testing

@testable import Watching

@Suite("Health of feeds") struct FeedHealthTests {
    private static func read(_ count: Int = 10, note: Int? = nil, changed: Bool = true) -> FeedHealth.Event {
        .fetched(recordCount: count, filled: ["key": count, "note": note ?? count], hasChanged: changed)
    }

    private static let down = FeedHealth.Event.failed(reason: "no answer")
    private static let garbled = FeedHealth.Event.unreadable(field: "price", reason: "found “n/a”")

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Minutes, and what happened then.
        let events: [(Int64, FeedHealth.Event)]
        /// Minutes, and the notice sent at each.
        let said: [(Int64, String)]

        init(_ name: String, _ events: [(Int64, FeedHealth.Event)], _ said: [(Int64, String)]) {
            (testDescription, self.events, self.said) = (name, events, said)
        }
    }

    static let cases = [
        Case("two failures are no news", [(0, down), (60, down), (61, read())], []),
        Case("three failures within a quarter of an hour are none either", [(0, down), (1, down), (14, down), (15, read())], []),
        Case(
            "failing is said once, with the first reason that made it so, and that it is over",
            [(0, down), (8, down), (15, down), (30, .failed(reason: "404")), (45, .unmodified), (50, .unmodified)],
            [(15, "+failing"), (45, "-failing")]),
        Case(
            "a feed fails again after it was well", [(0, down), (8, down), (15, down), (16, read()), (20, down), (30, down), (40, down)],
            [(15, "+failing"), (16, "-failing"), (40, "+failing")]),
        Case(
            "empty once is nothing, twice is news", [(0, read()), (1, .empty), (2, .empty), (3, .empty), (4, read())],
            [(2, "+empty"), (4, "-empty")]),
        Case("an empty answer is an answer", [(0, down), (8, down), (15, down), (16, .empty)], [(15, "+failing"), (16, "-failing")]),
        Case("a failure between two empty answers does not begin anew", [(0, .empty), (1, down), (2, .empty)], [(2, "+empty")]),
        Case("a field's type fails twice", [(0, garbled), (1, garbled), (2, garbled), (3, read())], [(1, "+price"), (3, "-price")]),
        Case("two fields are two troubles", [(0, garbled), (1, .unreadable(field: "day", reason: "x")), (2, garbled)], [(2, "+price")]),
        Case(
            "a column that was always there and is gone is missed at once",
            [(0, read()), (1, read()), (2, read()), (3, read(note: 0)), (4, read(note: 0)), (5, read(note: 1))],
            [(3, "+lost note"), (5, "-lost note")]),
        Case(
            "of few records it takes two fetches",
            [(0, read(2)), (1, read(2)), (2, read(2)), (3, read(2, note: 0)), (4, read(2, note: 0))], [(4, "+lost note")]),
        Case(
            "a column that was sometimes empty may be empty",
            [(0, read()), (1, read(note: 9)), (2, read()), (3, read()), (4, read(note: 0)), (5, read(note: 0))], []),
        Case(
            "a column is no longer missed when the board has it no longer",
            [
                (0, read()), (1, read()), (2, read()), (3, read(note: 0)),
                (4, .fetched(recordCount: 3, filled: ["key": 3], hasChanged: true)),
            ],
            [(3, "+lost note"), (4, "-lost note")]),
        // Every hour, ten times; quiet after ten times the usual gap.
        Case(
            "quiet for ten times the usual gap",
            (0..<10).map { ($0 * 60, read()) } + [
                (1139, read(changed: false)), (1141, .unmodified),
                (1200, .unmodified), (1300, read()),
            ], [(1141, "+quiet"), (1300, "-quiet")]),
        Case("quiet is at least six hours", (0..<10).map { ($0, read()) } + [(369, .unmodified), (370, .unmodified)], [(370, "+quiet")]),
        Case(
            "a long gap among short ones, like a weekend, is usual",
            [
                (0, read()), (60, read()), (120, read()), (3000, read()), (3060, read()), (3120, read()), (11_000, .unmodified),
                (11_761, .unmodified),
            ],
            [(11_761, "+quiet")]),
        Case("without a rhythm there is no quiet", [(0, read()), (60, read()), (1_000_000, .unmodified)], []),
    ]

    @Test("troubles are said once and cleared once", arguments: cases)
    func table(_ test: Case) {
        var (health, said) = (FeedHealth(), [(Int64, String)]())
        for (minutes, event) in test.events {
            for news in health.record(event, at: Timestamp(milliseconds: minutes * 60_000)) {
                switch news {
                case .raised(let trouble, _): said.append((minutes, "+" + Self.name(trouble)))
                case .cleared(let trouble, _): said.append((minutes, "-" + Self.name(trouble)))
                }
                #expect(!news.sentence.isEmpty)
            }
        }
        #expect(said.map { "\($0)" } == test.said.map { "\($0)" })
    }

    @Test("the records of a fetch say which fields have values")
    func counted() {
        let schema = Schema(fields: [Field(name: "key", kind: .text), Field(name: "note", kind: .text)])
        let (full, bare) = (Record([.text("a"), .text("b")]), Record([.text("a"), nil]))
        var health = FeedHealth()
        for minute: Int64 in 0..<3 {
            let event = FeedHealth.Event.fetched(Array(repeating: full, count: 6), schema, hasChanged: true)
            #expect(health.record(event, at: Timestamp(milliseconds: minute)).isEmpty)
        }
        let event = FeedHealth.Event.fetched(Array(repeating: bare, count: 6), schema, hasChanged: true)
        let news = health.record(event, at: Timestamp(milliseconds: 3))
        #expect(news == [.raised(.lost(field: "note"), since: Timestamp(milliseconds: 3))])
    }

    @Test("a state is as good after it was stored as before")
    func stored() throws {
        var health = FeedHealth()
        for minutes: Int64 in [0, 8, 15] { _ = health.record(Self.down, at: Timestamp(milliseconds: minutes * 60_000)) }
        #expect(health.standing.map(\.trouble) == [.failing(reason: "no answer")])
        var again = try JSONDecoder().decode(FeedHealth.self, from: Data(health.json.utf8))
        #expect(again == health)
        #expect(FeedHealth.standing(in: health.json) == health.standing)
        #expect(FeedHealth.standing(in: "damaged").isEmpty)
        #expect(FeedHealth().json.hasPrefix(#"{"standing":[]"#))
        #expect(FeedHealth.standing(in: FeedHealth().json).isEmpty)
        #expect(
            again.record(.unmodified, at: Timestamp(milliseconds: 1_000_000)).map(\.sentence) == ["Tidings can reach the source again."])
    }

    @Test("rows that aren't found can be found again, and their path is only in the message for those who wrote the board")
    func missingRows() {
        let error = ExtractionError(.noRows, "no row was found: nothing on the page is //li").adding("the page was refused 2 requests")
        let failure = RefreshError(error, at: "https://shop.example").failure
        #expect(failure.kind == .noRows)
        #expect(failure.detail == "the page was refused 2 requests")
        #expect(failure.message == "https://shop.example: \(error)")
        #expect(failure.message.contains("//li"))
        #expect(FeedHealth.Trouble.failing(reason: failure).mayBeRepaired)
        #expect(!FeedHealth.News.raised(.failing(reason: failure), since: Timestamp(milliseconds: 0)).sentence.contains("//li"))
    }

    @Test("a source that answers is said to be unreadable, not out of reach")
    func reached() {
        let unreadable = SourceFailure(.unreadable, at: "https://lists.example", message: "https://lists.example: no row was found")
        var health = FeedHealth()
        let news = [0, 8, 15].flatMap { (minutes: Int64) in
            health.record(.failed(reason: unreadable), at: Timestamp(milliseconds: minutes * 60_000))
        }
        #expect(news.count == 1)
        #expect(news.first?.sentence.hasPrefix("Tidings hasn’t been able to read the source since") == true)
        #expect(
            health.record(.unmodified, at: Timestamp(milliseconds: 1_000_000)).map(\.sentence) == ["Tidings can read the source again."])
        #expect(SourceFailure.Kind.allCases.filter { SourceFailure($0, message: "").wasReached }.contains(.status))
        #expect(!SourceFailure(.unreachable, message: "").wasReached)
    }

    private static func name(_ trouble: FeedHealth.Trouble) -> String {
        switch trouble {
        case .failing: "failing"
        case .empty: "empty"
        case .unreadable(let field, _): field
        case .lost(let field): "lost \(field)"
        case .quiet: "quiet"
        }
    }
}
