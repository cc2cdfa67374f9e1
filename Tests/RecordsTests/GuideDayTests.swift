import Foundation
import Records
import Testing

@Suite("The day of a guide")
struct GuideDayTests {
    private static let london = TimeZone(identifier: "Europe/London")!

    @Test(
        "it lasts from five to five, and an hour less or more where the clocks change",
        arguments: [
            ("2026-03-28", "2026-03-28T05:00:00Z", 23), ("2026-03-29", "2026-03-29T04:00:00Z", 24),
            ("2026-10-24", "2026-10-24T04:00:00Z", 25),
            ("2026-10-25", "2026-10-25T05:00:00Z", 24),
        ])
    func length(day: String, start: String, hours: Int) throws {
        let day = GuideDay(try #require(CalendarDate(iso: day)), in: Self.london)
        #expect(day.window.lowerBound == Timestamp(iso: start))
        #expect(day.window.upperBound - day.window.lowerBound == .seconds(hours * 3600))
    }

    @Test(
        "the small hours belong to the evening before",
        arguments: [
            ("2026-06-10T04:00:00Z", "2026-06-10"), ("2026-06-10T03:59:59Z", "2026-06-09"), ("2026-10-25T04:59:59Z", "2026-10-24"),
            ("2026-10-25T05:00:00Z", "2026-10-25"), ("1969-12-31T12:00:00Z", "1969-12-31"),
        ])
    func small(time: String, day: String) throws {
        let time = try #require(Timestamp(iso: time))
        let found = GuideDay(of: time, in: Self.london)
        #expect(found.date.description == day)
        #expect(found.window.contains(time))
    }

    @Test(
        "with the morning after it, it goes on until eleven, however long the day is",
        arguments: [
            ("2026-03-28", "2026-03-29T10:00:00Z", 29), ("2026-06-10", "2026-06-11T10:00:00Z", 30),
            ("2026-10-24", "2026-10-25T11:00:00Z", 31), ("2026-11-24", "2026-11-25T11:00:00Z", 30),
        ])
    func morning(day: String, end: String, hours: Int) throws {
        let day = GuideDay(try #require(CalendarDate(iso: day)), in: Self.london)
        #expect(day.withMorning.upperBound == Timestamp(iso: end))
        #expect(day.withMorning.lowerBound == day.window.lowerBound)
        #expect(day.withMorning.upperBound - day.withMorning.lowerBound == .seconds(hours * 3600))
    }

    @Test("days join without a gap", arguments: ["Europe/London", "Pacific/Auckland", "America/St_Johns", "GMT"])
    func joined(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        var day = GuideDay(try #require(CalendarDate(iso: "2026-01-01")), in: zone)
        for _ in 0..<365 {
            let next = GuideDay(try #require(CalendarDate(daysSince1970: day.date.daysSince1970 + 1)), in: zone)
            #expect(next.window.lowerBound == day.window.upperBound)
            day = next
        }
    }
}
