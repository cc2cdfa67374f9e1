import Foundation
package import Records

/// Formats days and durations for a reader; `Words+Moments.swift` has moments.
extension Words {
    /// `7 Mar 2012`
    package func date(_ date: CalendarDate) -> String {
        Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400).formatted(style(.gmt).day().month(.abbreviated).year())
    }

    /// `7 Mar 2012`: the day in the reader's zone.
    package func date(_ time: Timestamp) -> String { time.date.formatted(style(zone).day().month(.abbreviated).year()) }

    /// `Wed 7 Mar`
    package func shortDay(_ date: CalendarDate) -> String {
        Self.noon(of: date).formatted(style(.gmt).weekday(.abbreviated).day().month(.abbreviated))
    }

    /// `Wednesday, 7 March`
    package func longDay(_ date: CalendarDate) -> String { Self.noon(of: date).formatted(style(.gmt).weekday(.wide).day().month(.wide)) }

    /// The day in the reader's zone.
    package func day(of time: Timestamp) -> CalendarDate {
        var calendar = calendar
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: time.date)
        return CalendarDate(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1) ?? CalendarDate(daysSince1970: 0)!
    }

    private static func noon(of date: CalendarDate) -> Date { Date(timeIntervalSince1970: (Double(date.daysSince1970) + 0.5) * 86_400) }

    /// `06:30`: a time of day without a zone.
    package func timeOfDay(_ time: TimeOfDay) -> String {
        let moment = Date(timeIntervalSince1970: Double(time.seconds))
        let style = style(.gmt).hour().minute()
        return moment.formatted(time.seconds.isMultiple(of: 60) ? style : style.second())
    }

    /// `12 minutes ago`, `in 2 hours`, `yesterday`.
    package func relative(_ time: Timestamp, to now: Timestamp) -> String {
        let style = Date.AnchoredRelativeFormatStyle(
            anchor: time.date, presentation: .named, unitsStyle: .wide, locale: locale, calendar: calendar)
        return style.format(now.date)
    }

    /// `every hour`, `every 30 minutes`: in the largest unit without a remainder.
    package func every(_ duration: Duration) -> String {
        let seconds = max(1, Int(duration.wholeMilliseconds / 1000))
        if seconds.isMultiple(of: 604_800) { return self("every \(seconds / 604_800) weeks") }
        if seconds.isMultiple(of: 86_400) { return self("every \(seconds / 86_400) days") }
        if seconds.isMultiple(of: 3600) { return self("every \(seconds / 3600) hours") }
        if seconds.isMultiple(of: 60) { return self("every \(seconds / 60) minutes") }
        return self("every \(seconds) seconds")
    }

    /// `1 h 30 min`; a negative duration has its sign on the first number, `−1 h 30 min`.
    package func duration(_ duration: Duration) -> String {
        let seconds = Int(clamping: duration.components.seconds)
        var parts: [String] = []
        // Only the first part keeps a sign.
        func part(_ count: Int) -> String { number(parts.isEmpty ? count : abs(count)) }
        if seconds / 3600 != 0 { parts.append(self("\(part(seconds / 3600)) h")) }
        if seconds / 60 % 60 != 0 { parts.append(self("\(part(seconds / 60 % 60)) min")) }
        if seconds % 60 != 0 || parts.isEmpty { parts.append(self("\(part(seconds % 60)) s")) }
        return parts.joined(separator: " ")
    }

    /// `2 days`, `1 hour 30 minutes`: in words, in the two largest units; without a sign.
    package func length(_ duration: Duration) -> String {
        let seconds = Int(clamping: duration.components.seconds.magnitude)
        let units =
            [
                (seconds / 86_400, { self("\($0) days") }), (seconds / 3600 % 24, { self("\($0) hours") }),
                (seconds / 60 % 60, { self("\($0) minutes") }), (seconds % 60, { self("\($0) seconds") }),
            ] as [(Int, (Int) -> String)]
        let first = units.firstIndex { $0.0 > 0 } ?? 3
        let parts = units[first...].prefix(2).filter { $0.0 > 0 }.map { $1($0) }
        return parts.isEmpty ? self("\(0) seconds") : parts.joined(separator: " ")
    }

    func style(_ zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: zone)
    }

    /// Days are Gregorian, as published, even if the reader's country uses another calendar.
    var calendar: Calendar { Calendar(identifier: .gregorian) }
}
