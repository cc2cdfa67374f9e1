import Foundation
import Records

/// How amounts, times and counts are written for people, and the sentences that more than one view says.
///
/// English; a catalogue takes this file's place when there is a second language. Times are UTC and say so, because a page
/// without a script cannot know where its reader is.
enum Wording {
    static let productInOneSentence = "Tidings reads what others publish, and tells you when your line changes."
    static let allBoards = "All boards"

    // MARK: Amounts

    /// `812 bytes`, `640 kB`, `1.2 MB`, `3.0 GB`: powers of ten.
    static func bytes(_ count: Int) -> String {
        let count = max(0, count)
        switch count {
        case ..<1000: return plural(count, "byte", "bytes")
        case ..<999_500: return "\((count + 500) / 1000) kB"
        case ..<999_950_000: return tenths(of: count, in: 1_000_000) + " MB"
        default: return tenths(of: count, in: 1_000_000_000) + " GB"
        }
    }

    /// `410 kB/s`.
    static func rate(bytesPerSecond: Int) -> String {
        bytes(bytesPerSecond).replacing(" bytes", with: " B").replacing(" byte", with: " B") + "/s"
    }

    /// `31,204`.
    static func number(_ count: Int) -> String {
        var grouped = ""
        let digits = String(count.magnitude)
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (count < 0 ? "−" : "") + grouped
    }

    /// `1 row`, `2 rows`.
    static func plural(_ count: Int, _ one: String, _ many: String) -> String { "\(number(count)) \(count == 1 ? one : many)" }

    /// What the progress bar cannot say: `1.2 MB of 2.1 MB · 410 kB/s · 1 match so far`. The total only if it is known.
    static func progress(_ progress: FetchProgress) -> String {
        var parts = [bytes(progress.receivedBytes)]
        if let total = progress.knownTotal { parts[0] += " of \(bytes(total))" }
        if let rate = progress.bytesPerSecond, rate > 0 { parts.append(Self.rate(bytesPerSecond: rate)) }
        if let matches = progress.matches, matches > 0 { parts.append("\(plural(matches, "match", "matches")) so far") }
        return parts.joined(separator: " · ")
    }

    // MARK: Times

    /// `7 Mar 2012`.
    static func date(_ date: CalendarDate) -> String { "\(date.day) \(months[Int(date.month) - 1]) \(date.year)" }

    /// `7 Mar 2012, 10:02 UTC`.
    static func dateTime(_ time: Timestamp) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: time.date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, months.indices.contains(month - 1) else {
            return time.description
        }
        return "\(day) \(months[month - 1]) \(year), \(timeOfDay(time))"
    }

    /// `10:02 UTC`.
    static func timeOfDay(_ time: Timestamp) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: time.date)
        func twoDigits(_ number: Int?) -> String { ((number ?? 0) < 10 ? "0" : "") + String(number ?? 0) }
        return "\(twoDigits(parts.hour)):\(twoDigits(parts.minute)) UTC"
    }

    /// The time of day alone where `time` is on the same day as `reference`, else with its date.
    static func time(_ time: Timestamp, on reference: Timestamp) -> String {
        calendar.isDate(time.date, inSameDayAs: reference.date) ? timeOfDay(time) : dateTime(time)
    }

    /// `every hour`, `every 30 minutes`: in the largest unit that fits without a rest.
    static func every(_ duration: Duration) -> String {
        let seconds = max(1, Int(duration.wholeMilliseconds / 1000))
        let units = [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let (length, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
        let count = seconds / length
        return count == 1 ? "every \(name)" : "every \(number(count)) \(name)s"
    }

    /// `1 h 30 min`
    static func duration(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
    }

    private static func tenths(of count: Int, in unit: Int) -> String {
        let tenths = (count + unit / 20) / (unit / 10)
        return "\(number(tenths / 10)).\(tenths % 10)"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
