import Records

/// A feed's own statement on when it need not be fetched: RSS 2.0's `ttl`, `skipHours` and `skipDays`. Source: RSS 2.0 specification,
/// https://www.rssboard.org/rss-specification
package struct Pacing: Hashable, Sendable {
    /// How long the document stays valid.
    package var timeToLive: Duration?
    /// Hours of the day in GMT, 0…23.
    package var skippedHours: Set<Int> = []
    /// Days of the week in GMT, 0 is Sunday.
    package var skippedDays: Set<Int> = []

    package init() {}

    package var isEmpty: Bool { self == Pacing() }

    static let elements: Set<String> = ["ttl", "skipHours", "skipDays"]
    static let paths = "/rss/channel/ttl | /rss/channel/skipHours | /rss/channel/skipDays"

    /// Reads one of the channel's elements: its name, its text, and the texts of its children. Invalid values are ignored.
    mutating func take(_ name: String, _ text: String, _ texts: [String]) {
        switch name {
        case "ttl":
            if let minutes = Int(text.trimmingWhitespace()), (1...525_600).contains(minutes) { timeToLive = .seconds(minutes * 60) }
        case "skipHours":
            // Some feeds count from 1 to 24.
            skippedHours = Set(texts.compactMap { Int($0.trimmingWhitespace()) }.filter { (0...24).contains($0) }.map { $0 % 24 })
        case "skipDays":
            let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
            skippedDays = Set(texts.compactMap { days.firstIndex(of: $0.trimmingWhitespace().lowercased()) })
        default: break
        }
    }
}
