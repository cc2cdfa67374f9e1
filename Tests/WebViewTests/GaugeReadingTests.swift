import Localisation
import Records
import Testing

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

/// What a gauge makes of the past of a number.
@Suite("Readings of a gauge")
struct GaugeReadingTests {
    private static let schema = Schema(fields: [Field(name: "river", kind: .text), Field(name: "level", kind: .number)])
    private static let start = Timestamp(milliseconds: 1_772_884_800_000)

    private static func record(_ level: Double?) -> Record { Record([.text("Elbe"), level.flatMap(Value.init(number:))]) }

    /// Levels with the minute since which they hold; the first appeared then.
    private static func reading(_ levels: [(minute: Int, level: Double?)], at minute: Int) -> GaugeReading {
        var (history, before): ([HistoryEntry], Record?) = ([], nil)
        for (minute, level) in levels {
            let after = record(level)
            let change: Change = before.map { .altered(before: $0, after: after) } ?? .appeared(after)
            history.append(HistoryEntry(change: change, seen: start + .seconds(60 * minute)))
            before = after
        }
        let stored = StoredRecord(id: 1, record: before ?? record(nil), position: 0)
        return GaugeReading(stored, name: "Elbe", schema, place: 1, history: history, until: start + .seconds(60 * minute))
    }

    @Test(
        "the rate is of the last hour, or of what is known where that is less",
        arguments: [
            ([(0, 100.0), (30, 110.0)], 60, 10.0),
            ([(0, 100.0), (30, 110.0)], 45, 13.333),
            ([(0, 100.0), (30, 110.0), (90, 140.0)], 100, 30.0),
            ([(0, 100.0), (30, 90.0)], 31, -19.355),
            ([(0, 100.0)], 500, 0.0),
        ])
    func rate(levels: [(minute: Int, level: Double)], minute: Int, perHour: Double) {
        let reading = Self.reading(levels.map { ($0.minute, $0.level) }, at: minute)
        #expect(abs((reading.perHour ?? .nan) - perHour) < 0.001)
    }

    @Test("without a past, within the first minute, or without a number there is no rate")
    func none() {
        #expect(Self.reading([], at: 10).perHour == nil)
        #expect(Self.reading([], at: 10).since == nil)
        #expect(Self.reading([(0, 100)], at: 0).perHour == nil)
        #expect(Self.reading([(0, nil)], at: 10).perHour == nil)
    }

    @Test("it has been so since it was last another")
    func since() {
        let reading = Self.reading([(0, 100), (30, 110), (40, 110)], at: 60)
        #expect(reading.since == Self.start + .seconds(1800))
        #expect(reading.value == .number(110))
        #expect(reading.chart?.points.count == 2)
    }

    @Test("the moment is a date and a time in every language, which no script makes relative")
    func moment() throws {
        let reading = Self.reading([(0, 100), (30, 110)], at: 60)
        for (language, beginning) in [("en", "since "), ("de", "seit "), ("es", "desde el "), ("fr", "depuis le ")] {
            let words = Words(preferring: [language])
            let since = try #require(GaugeView(words: words).since(reading)).description
            #expect(since.hasPrefix(beginning), "\(language)")
            #expect(since.contains(words.dateTime(Self.start + .seconds(1800))), "\(language)")
            #expect(!since.contains("relative-time"), "\(language)")
        }
    }

    @Test("numbers at the ends of what there is have no rate that can't be told")
    func extremes() {
        for levels in [[(0, -1e308), (30, 1e308)], [(0, .leastNonzeroMagnitude), (30, 0)], [(0, 1e308), (1, -1e308), (59, 1e308)]] {
            let reading = Self.reading(levels.map { ($0.0, $0.1) }, at: 60)
            #expect(reading.perHour?.isFinite ?? true)
            _ = GaugeView(words: .english).html([reading], BoardPaths("rivers"))
        }
    }
}
