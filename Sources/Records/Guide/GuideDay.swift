package import Foundation

/// A day of a guide: from five in the morning to five the next morning, local time. It has 23, 24 or 25 hours.
package struct GuideDay: Hashable, Sendable {
    /// Programmes that end in the small hours belong to the previous evening.
    private static let firstHour = 5
    /// Hours of the next day that are shown after a day: readers at four in the morning want to see what is next.
    private static let morning = Duration.seconds(6 * 3600)

    package let date: CalendarDate
    /// The day as a half-open range.
    package let window: Range<Timestamp>
    /// The day, and the first six hours of the next.
    package var withMorning: Range<Timestamp> { window.lowerBound..<(window.upperBound + Self.morning) }

    package init(_ date: CalendarDate, in zone: TimeZone) {
        var clock = ZoneClock(zone)
        func morning(_ day: Int) -> Timestamp {
            let moment = clock.moments(of: Int64(day) * 86_400 + Int64(Self.firstHour) * 3600).moments[0]
            return Timestamp(milliseconds: moment * 1000)
        }
        self.date = date
        window = morning(date.daysSince1970)..<morning(date.daysSince1970 + 1)
    }

    /// The guide day of a moment; the first possible day for an earlier moment.
    package init(of time: Timestamp, in zone: TimeZone) {
        let local = time.milliseconds.quotient(1000) + Int64(zone.secondsFromGMT(for: time.date) - Self.firstHour * 3600)
        let first = CalendarDate(year: 1, month: 1, day: 1)!
        self.init(CalendarDate(daysSince1970: Int(local.quotient(86_400))) ?? first, in: zone)
    }
}
