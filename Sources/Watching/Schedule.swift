import Boards
import Fetching
package import Foundation
package import Records

/// When a feed is fetched next. A pure value: the time and the chance are passed in.
///
/// After a success: a period later, give or take a tenth, so that many installations do not ask at once; or at the next of the times of
/// the clock, up to two minutes after it, whichever comes first. After failures: exponential with full jitter, a minute at the mean after the
/// first, then twice as long each time up to the period itself; ten seconds at least. It slows down and never gives up.
package struct Schedule: Hashable, Sendable {
    /// nil: only by the clock.
    package let period: Duration?
    /// In their zone, where clocks may be put forward and back.
    package let clock: [TimeOfDay]
    package let zone: TimeZone

    /// How long after a time of the clock it may be looked at.
    private static let clockJitter = Duration.seconds(120)
    /// What was to be there at a time of the clock, and was not, is looked for so long.
    private static let lateness = Duration.seconds(3600)

    package init(period: Duration?, clock: [TimeOfDay] = [], zone: TimeZone = .gmt) {
        self.period = period
        self.clock = clock
        self.zone = zone
    }

    /// nil for a source that is looked at only when somebody asks.
    init?(_ source: Board.Source) {
        guard source.isScheduled else { return nil }
        self.init(period: source.every, clock: source.clock, zone: source.zone)
    }

    /// `chance` lies in 0..<1. Never before the time that the source has named; but where it was read well, the times of the clock, which say
    /// when there is something new, are kept all the same.
    package func next(after time: Timestamp, failures: Int, chance: Double, notBefore: Timestamp? = nil) -> Timestamp {
        let byClock = nextByClock(after: time, chance: chance)
        let again = failures > 0 ? retry(after: time, failures: failures, chance: chance) : period.map { time + $0 * (0.9 + 0.2 * chance) }
        guard failures == 0 else {
            let next = [again, byClock].compactMap { $0 }.min() ?? time + Self.lateness
            return max(next, notBefore ?? next)
        }
        return [again.map { max($0, notBefore ?? $0) }, byClock].compactMap { $0 }.min() ?? time + Self.lateness
    }

    /// After an answer that holds nothing yet: within an hour of a time of the clock twice as long after it each time, else as ever.
    package func nextWhenEmpty(after time: Timestamp, chance: Double, notBefore: Timestamp? = nil) -> Timestamp {
        let next = next(after: time, failures: 0, chance: chance, notBefore: notBefore)
        let latest = clock.map { $0.next(after: time + (.zero - Self.lateness), in: zone) }.filter { $0 <= time }.max()
        guard let latest else { return next }
        return min(next, time + max(Self.clockJitter, time - latest))
    }

    private func nextByClock(after time: Timestamp, chance: Double) -> Timestamp? {
        clock.map { $0.next(after: time, in: zone) }.min().map { $0 + Self.clockJitter * chance }
    }

    private func retry(after time: Timestamp, failures: Int, chance: Double) -> Timestamp {
        let ceiling = Backoff(first: .seconds(120), longest: (period ?? Self.lateness) * 2, failures: failures).ceiling
        return time + max(.seconds(10), ceiling * chance)
    }
}
