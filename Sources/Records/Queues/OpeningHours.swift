package import Foundation

/// Opening hours by day of the week: `{ mon-fri: '08:30-12:00, 13:00-17:00', sat: '09:00-12:00' }`.
///
/// In local time, so that a clock change shifts nothing; the caller passes the zone. A span that ends at or before its beginning
/// (`22:00-02:00`) ends on the next day. At most 8 spans a day.
package struct OpeningHours: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package let from: TimeOfDay
        package let to: TimeOfDay

        /// It ends on the next day.
        var isOverNight: Bool { to <= from }
    }

    package static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let spanLimit = 8

    /// Seven days, Monday first; each ordered by beginning.
    package let days: [[Span]]

    package init?(days: [[Span]]) {
        guard days.count == 7, days.allSatisfy({ $0.count <= Self.spanLimit }), days.contains(where: { !$0.isEmpty }) else { return nil }
        self.days = days.map { $0.sorted { $0.from < $1.from } }
    }

    /// Parses `mon-fri` → `08:30-12:00, 13:00-17:00`; throws half a sentence that describes the error.
    package init(_ entries: [(days: String, spans: String)]) throws(OpeningHoursError) {
        var days = [[Span]](repeating: [], count: 7)
        for entry in entries {
            let spans = try Self.spans(entry.spans)
            for day in try Self.days(entry.days) { days[day] += spans }
        }
        guard let hours = Self(days: days) else { throw OpeningHoursError("from 1 to \(Self.spanLimit) spans a day are allowed") }
        self = hours
    }

    /// By name of the day, in the form that `init` parses; leaves out closed days.
    package var texts: [(days: String, spans: String)] {
        zip(Self.dayNames, days).filter { !$0.1.isEmpty }.map { name, spans in
            (name, spans.map { "\($0.from)-\($0.to)" }.joined(separator: ", "))
        }
    }

    package func isOpen(at time: Timestamp, in zone: TimeZone) -> Bool {
        intervals(around: time, in: zone).contains { $0.contains(time) }
    }

    /// The next opening within eight days; nil if there is none.
    package func opens(after time: Timestamp, in zone: TimeZone) -> Timestamp? {
        intervals(around: time, in: zone).map(\.lowerBound).filter { $0 > time }.min()
    }

    /// When it closes; nil while it is closed. Adjoining spans count as one.
    package func closes(after time: Timestamp, in zone: TimeZone) -> Timestamp? {
        var end = time
        for interval in intervals(around: time, in: zone).sorted(by: { $0.lowerBound < $1.lowerBound })
        where interval.lowerBound <= end && interval.upperBound > end { end = interval.upperBound }
        return end > time ? end : nil
    }

    /// The intervals from yesterday to eight days from now.
    private func intervals(around time: Timestamp, in zone: TimeZone) -> [Range<Timestamp>] {
        let local = Int64(clamping: time.date.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: time.date))
        let today = Int(local / 86_400) - (local % 86_400 < 0 ? 1 : 0)
        var intervals: [Range<Timestamp>] = []
        for day in today - 1...today + 8 {
            guard let date = CalendarDate(daysSince1970: day), let next = CalendarDate(daysSince1970: day + 1) else { continue }
            // 1970-01-01 was a Thursday.
            for span in days[((day + 3) % 7 + 7) % 7] {
                let from = span.from.moment(on: date, in: zone)
                let to = span.to.moment(on: span.isOverNight ? next : date, in: zone)
                if from < to { intervals.append(from..<to) }
            }
        }
        return intervals
    }

    private static func days(_ text: String) throws(OpeningHoursError) -> [Int] {
        var found: [Int] = []
        for part in text.lowercased().split(separator: ",") {
            let ends = part.split(separator: "-", maxSplits: 1).map { dayNames.firstIndex(of: $0.trimmingWhitespace()) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil else {
                throw OpeningHoursError("'\(text)' aren't days; expected: mon, tue, wed, thu, fri, sat, sun, or mon-fri")
            }
            var day = first
            found.append(day)
            while day != last {
                day = (day + 1) % 7
                found.append(day)
            }
        }
        return found
    }

    private static func spans(_ text: String) throws(OpeningHoursError) -> [Span] {
        var spans: [Span] = []
        for part in text.split(separator: ",") {
            let ends = part.replacing("–", with: "-").split(separator: "-").map { TimeOfDay($0.trimmingWhitespace()) }
            guard ends.count == 2, let from = ends[0], let to = ends[1] else {
                throw OpeningHoursError("'\(part.trimmingWhitespace())' isn't a time span like 08:30-12:00")
            }
            spans.append(Span(from: from, to: to))
        }
        return spans
    }
}

package struct OpeningHoursError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

/// As `{"mon": "08:30-12:00, 13:00-17:00"}`.
extension OpeningHours: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        try self.init(container.decode([String: String].self).map { ($0.key, $0.value) })
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Dictionary(uniqueKeysWithValues: texts.map { ($0.days, $0.spans) }))
    }
}
