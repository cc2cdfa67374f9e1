package import Foundation

// Times of day across clock changes. A time that a day skips is the moment of the jump; a time that occurs
// twice in a day is two moments.
extension TimeOfDay {
    /// The local time of day at a moment.
    package init?(of time: Timestamp, in zone: TimeZone) {
        let local = time.milliseconds.quotient(1000) + Int64(zone.secondsFromGMT(for: time.date))
        let second = Int(local - local.quotient(86_400) * 86_400)
        self.init(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    }

    /// The first moment after `time` at which the clock shows this time.
    package func next(after time: Timestamp, in zone: TimeZone) -> Timestamp {
        let today = (time.milliseconds.quotient(1000) + Int64(zone.secondsFromGMT(for: time.date))).quotient(86_400)
        // Zones have skipped a day or repeated one; none has done so for two in a row.
        for day in today - 1...today + 3 {
            for moment in moments(onDay: day, in: zone) where moment > time { return moment }
        }
        return time + .seconds(86_400)
    }

    /// The first moment of that day at which the clock shows this time.
    package func moment(on date: CalendarDate, in zone: TimeZone) -> Timestamp {
        let day = Int64(date.daysSince1970)
        return moments(onDay: day, in: zone).first ?? Timestamp(milliseconds: (day * 86_400 + Int64(seconds)) * 1000)
    }

    /// All moments of a day at which the clock shows this time, in order. `day` counts from 1970-01-01.
    private func moments(onDay day: Int64, in zone: TimeZone) -> [Timestamp] {
        let local = day * 86_400 + Int64(seconds)
        func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }
        // 36 hours before and after, to see the offsets on both sides of a clock change.
        let offsets = [date(local - 129_600), date(local + 129_600)].map { Int64(zone.secondsFromGMT(for: $0)) }
        let shown = Set(offsets.map { local - $0 }).filter { $0 + Int64(zone.secondsFromGMT(for: date($0))) == local }
        if !shown.isEmpty { return shown.sorted().map { Timestamp(milliseconds: $0 * 1000) } }
        let jump = zone.nextDaylightSavingTimeTransition(after: date(local - (offsets.max() ?? 0) - 1))
        return [jump.map { Timestamp($0) } ?? Timestamp(milliseconds: (local - offsets[0]) * 1000)]
    }
}

extension Int64 {
    /// Rounded down, also below zero.
    func quotient(_ divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
