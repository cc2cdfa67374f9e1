import Extraction
import Fetching
import Foundation
import Records

/// The earliest time at which a source may be fetched again by its own statements: `Cache-Control: max-age` minus its age, and a feed's
/// `ttl`, `skipHours` and `skipDays`. A pure value. At most a day, so that no source can stop its own updates.
struct Pace: Hashable {
    private let freshness: Duration
    private let pacing: Pacing

    private static let longest: Duration = .seconds(86_400)

    init(_ head: ResponseHead, _ pacing: Pacing?) {
        self.init(freshness: head.freshness ?? .zero, pacing)
    }

    init(freshness: Duration, _ pacing: Pacing?) {
        self.pacing = pacing ?? Pacing()
        self.freshness = max(freshness, self.pacing.timeToLive ?? .zero)
    }

    func notBefore(_ now: Timestamp) -> Timestamp? {
        guard freshness > .zero || !pacing.isEmpty else { return nil }
        var time = now + min(freshness, Self.longest)
        let end = now + Self.longest
        // Skips hour by hour, at most a day.
        for _ in 0..<25 where isSkipped(time) && time < end { time = nextHour(after: time) }
        return min(time, end)
    }

    private func isSkipped(_ time: Timestamp) -> Bool {
        let hours = Int(clamping: (time.date.timeIntervalSince1970 / 3600).rounded(.down))
        // 1 January 1970 was a Thursday.
        return pacing.skippedHours.contains(hours % 24) || pacing.skippedDays.contains((hours / 24 + 4) % 7)
    }

    private func nextHour(after time: Timestamp) -> Timestamp {
        let seconds = (time.date.timeIntervalSince1970 / 3600).rounded(.down) * 3600 + 3600
        return Timestamp(Date(timeIntervalSince1970: seconds))
    }
}
