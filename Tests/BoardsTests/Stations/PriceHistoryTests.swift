import Records
import Testing

@testable import Boards

@Suite("What stations have asked")
struct PriceHistoryTests {
    /// A Monday.
    static let monday = 20_045  // 2024-11-18

    static func date(_ day: Int) throws -> CalendarDate { try #require(CalendarDate(daysSince1970: monday + day)) }

    private func history(_ days: Int) -> PriceHistory { PriceHistory(days: Self.monday...Self.monday + days - 1) }

    @Test("a price of a day counts for that day, and a day that nobody read is empty")
    func days() throws {
        var history = history(5)
        history.note(149.9, of: "a", on: try Self.date(0))
        history.note(155.9, of: "b", on: try Self.date(0))
        history.note(160.9, of: "a", on: try Self.date(2))
        #expect(history.days().map(\.date) == [try Self.date(0), try Self.date(2)])
        #expect(history.days().map(\.least) == [149.9, 160.9])
        #expect(abs(history.days()[0].mean - 152.9) < 1e-9)
        #expect(history.days().map(\.count) == [2, 1])
        #expect(history.days(of: "b").map(\.mean) == [155.9])
        #expect(history.days(of: "nobody").isEmpty)
    }

    @Test("what is published again for a day corrects it")
    func corrected() throws {
        var history = history(2)
        history.note(149.9, of: "a", on: try Self.date(1))
        history.note(151.9, of: "a", on: try Self.date(1))
        #expect(history.days().map(\.mean) == [151.9])
    }

    @Test("a price that holds until another is carried on, and ends with its station")
    func held() throws {
        var history = history(6)
        history.note(1.70, of: "a", from: try Self.date(-20))
        history.note(1.80, of: "a", from: try Self.date(2))
        history.note(nil, of: "a", from: try Self.date(3))
        #expect(history.days().map(\.mean) == [1.70, 1.70, 1.80, 1.80])
        history.note(nil, of: "never there", from: try Self.date(0))
        #expect(history.days(of: "never there").isEmpty)
    }

    @Test("days outside the range are not kept, and a range has an end")
    func bounded() throws {
        var history = history(3)
        history.note(1, of: "a", on: try Self.date(-1))
        history.note(1, of: "a", on: try Self.date(3))
        #expect(history.isEmpty)
        #expect(PriceHistory(days: 0...1_000_000).range.count == PriceHistory.dayLimit)
    }
}

@Suite("The weekly cycle")
struct WeeklyCycleTests {
    /// Monday is cheapest, Tuesday dearest; prices fall through the week.
    private static let perth = [140.0, 170, 165, 160, 155, 150, 145]

    private func days(_ amounts: [Double]) throws -> [PriceHistory.Day] {
        try amounts.enumerated().map {
            PriceHistory.Day(date: try PriceHistoryTests.date($0.offset), mean: $0.element, least: $0.element, count: 1)
        }
    }

    @Test("is found where the same day is cheapest week after week")
    func found() throws {
        let weeks = (0..<6).flatMap { week in Self.perth.map { $0 + Double(week) } }
        let cycle = try #require(WeeklyCycle(try days(weeks)))
        #expect(cycle.weeks == 6)
        #expect(cycle.cheapest == 0)
        #expect(cycle.dearest == 1)
        #expect(cycle.deviations.map { ($0 * 10).rounded() / 10 } == [-15, 15, 10, 5, 0, -5, -10])
    }

    @Test("is not claimed of five weeks")
    func tooFew() throws {
        let cycle = try #require(WeeklyCycle(try days((0..<5).flatMap { _ in Self.perth })))
        #expect(cycle.weeks == 5)
        #expect(cycle.cheapest == nil)
    }

    @Test("is not claimed where each week has another cheapest day, nor where prices stand still")
    func none() throws {
        let wandering = (0..<8).flatMap { week in (0..<7).map { 150 + Double(($0 + week) % 7) } }
        #expect(try #require(WeeklyCycle(try days(wandering))).cheapest == nil)
        let still = Array(repeating: 150.0, count: 56)
        #expect(try #require(WeeklyCycle(try days(still))).cheapest == nil)
        #expect(try #require(WeeklyCycle(try days(still))).dearest == nil)
    }

    @Test("begins on a Monday and leaves out weeks with a gap")
    func gaps() throws {
        var days = try days((0..<3).flatMap { _ in Self.perth })
        days.remove(at: 9)
        #expect(WeeklyCycle(Array(days.dropFirst()))?.weeks == 1)
        #expect(WeeklyCycle(Array(days.prefix(6))) == nil)
        #expect(try PriceHistoryTests.date(0).weekday == 0)
        // The second half of another week isn't that of the first.
        let halves = try self.days(Self.perth + Self.perth)
        #expect(WeeklyCycle([halves[0]] + halves[8...]) == nil)
        #expect(WeeklyCycle(Array(halves[..<3]) + halves[10...]) == nil)
        #expect(CalendarDate(daysSince1970: -4)?.weekday == 6)
    }

    @Test("days come back from their numbers", arguments: [-719_162, -1, 0, 59, 11_016, 20_045, 2_932_896])
    func numbers(day: Int) throws {
        #expect(try #require(CalendarDate(daysSince1970: day)).daysSince1970 == day)
        #expect(CalendarDate(daysSince1970: 2_932_897) == nil)
        #expect(CalendarDate(daysSince1970: -719_163) == nil)
    }
}
