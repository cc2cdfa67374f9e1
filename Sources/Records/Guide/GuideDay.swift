package import Foundation

/// A day of a guide: from five in the morning to five of the next, on the clocks of a zone. It has 23, 24 or 25 hours.
package struct GuideDay: Hashable, Sendable {
    /// Programmes that end in the small hours belong to the evening before.
    private static let firstHour = 5
    /// Of the next day, behind a day: who looks at four in the morning wants to know what comes.
    private static let morning = Duration.seconds(6 * 3600)

    package let date: CalendarDate
    /// Half-open.
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

    /// The day that a moment is on; the first there is for one before it.
    package init(of time: Timestamp, in zone: TimeZone) {
        let local = time.milliseconds.quotient(1000) + Int64(zone.secondsFromGMT(for: time.date) - Self.firstHour * 3600)
        let first = CalendarDate(year: 1, month: 1, day: 1)!
        self.init(CalendarDate(daysSince1970: Int(local.quotient(86_400))) ?? first, in: zone)
    }
}
