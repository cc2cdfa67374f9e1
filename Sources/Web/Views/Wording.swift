import Foundation
import Localisation
import Records

/// The sentences that more than one view says, in English; amounts and times as `Words.english` writes them.
enum Wording {
    static let productInOneSentence = "Tidings reads what others publish, and tells you when your line changes."
    static let allBoards = "All boards"

    static func number(_ count: Int) -> String { Words.english.number(count) }

    /// `1 row`, `2 rows`.
    static func plural(_ count: Int, _ one: String, _ many: String) -> String { "\(number(count)) \(count == 1 ? one : many)" }

    /// What the progress bar cannot say: `1.2 MB of 2.1 MB · 410 kB/s · 1 match so far`. The total only if it is known.
    static func progress(_ progress: FetchProgress) -> String {
        let words = Words.english
        var parts = [words.bytes(progress.receivedBytes)]
        if let total = progress.knownTotal { parts[0] += " of \(words.bytes(total))" }
        if let rate = progress.bytesPerSecond, rate > 0 { parts.append(words.rate(bytesPerSecond: rate)) }
        if let matches = progress.matches, matches > 0 { parts.append("\(plural(matches, "match", "matches")) so far") }
        return parts.joined(separator: " · ")
    }

    static func date(_ date: CalendarDate) -> String { Words.english.date(date) }
    static func dateTime(_ time: Timestamp) -> String { Words.english.dateTime(time) }
    static func time(_ time: Timestamp, on reference: Timestamp) -> String { Words.english.time(time, on: reference) }
    static func every(_ duration: Duration) -> String { Words.english.every(duration) }
    static func duration(_ duration: Duration) -> String { Words.english.duration(duration) }
}
