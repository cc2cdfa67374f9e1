import Foundation
import Records

/// The period of statistics in days, in the queue's time zone.
struct StatisticsPeriod: Hashable, Sendable {
    static let daysLimit = 366
    /// The periods that the page offers, in days up to today.
    static let offered = [1, 7, 30, 90]

    /// Since 1970-01-01, at most `daysLimit`.
    let days: ClosedRange<Int>

    /// Parses `days=7` or `from=2026-11-01&to=2026-11-22`; the last seven days if the query has no valid period.
    init(_ query: [String: String], today: Int) {
        func day(_ name: String) -> Int? { CalendarDate(iso: query[name] ?? "")?.daysSince1970 }
        if let from = day("from"), let to = day("to"), from <= to {
            days = max(from, to - Self.daysLimit + 1)...to
        } else {
            let count = Int(query["days"] ?? "").map { min(max($0, 1), Self.daysLimit) } ?? 7
            days = today - count + 1...today
        }
    }

    var query: String { "from=\(Self.text(days.lowerBound))&to=\(Self.text(days.upperBound))" }

    /// From the start of the first day to the start of the day after the last.
    func moments(in zone: TimeZone) -> Range<Timestamp> {
        func midnight(_ day: Int) -> Timestamp {
            let rough = Timestamp(milliseconds: Int64(day) * 86_400_000)
            guard let midnight = TimeOfDay(hour: 0, minute: 0), let date = CalendarDate(daysSince1970: day) else { return rough }
            return midnight.moment(on: date, in: zone)
        }
        let first = midnight(days.lowerBound)
        return first..<max(first, midnight(days.upperBound + 1))
    }

    /// `2026-11-22`
    static func text(_ day: Int) -> String { CalendarDate(daysSince1970: day)?.description ?? "" }

    static func today(in zone: TimeZone, at now: Timestamp) -> Int {
        Int(clamping: (Double(now.milliseconds) / 1000 + Double(zone.secondsFromGMT(for: now.date))) / 86_400)
    }
}
