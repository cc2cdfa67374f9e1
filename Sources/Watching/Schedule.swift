package import Boards
import Fetching
package import Foundation
package import Records

/// Decides when a feed is fetched next. A pure value: the caller passes in the time and a random number.
///
/// After a success: one period later, plus or minus a tenth, so that many installations don't fetch at once; or at the next of the fixed
/// times, up to two minutes after it, whichever is first. After failures: exponential back-off with full jitter. The mean wait is about a
/// minute after the first failure, then doubles up to the period; the shortest wait is ten seconds. The schedule never gives up.
package struct Schedule: Hashable, Sendable {
    /// nil if the feed is fetched only at fixed times.
    package let period: Duration?
    /// Fixed times of day, in their time zone with its daylight saving.
    package let clock: [TimeOfDay]
    package let zone: TimeZone

    /// How long after a fixed time the fetch may start.
    private static let clockJitter = Duration.seconds(120)
    /// How long to retry for a document that was missing at its fixed time.
    private static let lateness = Duration.seconds(3600)
    /// The longest wait that a source can ask for (`Pace`, `Pause`).
    private static let longestWish = Duration.seconds(86_400)

    package init(period: Duration?, clock: [TimeOfDay] = [], zone: TimeZone = .gmt) {
        self.period = period
        self.clock = clock
        self.zone = zone
    }

    /// Returns nil for a source that is only read on request.
    package init?(_ source: Board.Source) {
        guard source.isScheduled else { return nil }
        self.init(period: source.every, clock: source.clock, zone: source.zone)
    }

    /// `chance` is a random number in 0..<1. The result is never before `notBefore`, the time the source asked for, with one exception:
    /// after a success the fixed times stay, since they say when new data comes.
    package func next(after time: Timestamp, failures: Int, chance: Double, notBefore: Timestamp? = nil) -> Timestamp {
        let byClock = nextByClock(after: time, chance: chance)
        let again = failures > 0 ? retry(after: time, failures: failures, chance: chance) : period.map { time + $0 * (0.9 + 0.2 * chance) }
        guard failures == 0 else {
            let next = [again, byClock].compactMap { $0 }.min() ?? time + Self.lateness
            return max(next, notBefore ?? next)
        }
        return [again.map { max($0, notBefore ?? $0) }, byClock].compactMap { $0 }.min() ?? time + Self.lateness
    }

    /// After an answer without records. Within an hour after a fixed time it waits as long as the time elapsed since then, at least two
    /// minutes; otherwise as after a success.
    package func nextWhenEmpty(after time: Timestamp, chance: Double, notBefore: Timestamp? = nil) -> Timestamp {
        let next = next(after: time, failures: 0, chance: chance, notBefore: notBefore)
        let latest = clock.map { $0.next(after: time + (.zero - Self.lateness), in: zone) }.filter { $0 <= time }.max()
        guard let latest else { return next }
        return min(next, time + max(Self.clockJitter, time - latest))
    }

    // MARK: Corrections of the clock

    /// Corrects a stored due time at a start. Keeps the length of the decided wait, counted from the last attempt, or from now if the clock
    /// was ahead and the attempt seems to be in the future. A wait longer than any this schedule decides becomes one period.
    package func kept(_ due: Timestamp, since attempt: Timestamp?, at now: Timestamp, chance: Double) -> Timestamp {
        let from = attempt ?? now
        guard due - from <= longestWait else { return min(due, next(after: now, failures: 0, chance: chance / 2)) }
        return from > now ? capped(now + (due - from), at: now, chance: chance) : due
    }

    /// Corrects a stored due time after a step of the wall clock: keeps the rest of the wait.
    package func moved(
        _ due: Timestamp, since attempt: Timestamp?, by step: ClockSteps.Step, at now: Timestamp, chance: Double
    ) -> Timestamp {
        if let attempt, step.isFollowed(by: attempt) { return kept(due, since: attempt, at: now, chance: chance) }
        // The attempt may be from before an earlier step, so only the rest of the wait counts.
        return capped(kept(due + step.by, since: nil, at: now, chance: chance), at: now, chance: chance)
    }

    /// Longer than any wait this schedule decides: a source may ask for a day, and failures wait for up to two periods.
    package var longestWait: Duration { max((period ?? .zero) * 2, Self.longestWish) + Self.lateness }

    /// Limits a due time to the next fixed time by the current clock.
    private func capped(_ due: Timestamp, at now: Timestamp, chance: Double) -> Timestamp {
        nextByClock(after: now, chance: chance).map { min($0, due) } ?? due
    }

    private func nextByClock(after time: Timestamp, chance: Double) -> Timestamp? {
        clock.map { $0.next(after: time, in: zone) }.min().map { $0 + Self.clockJitter * chance }
    }

    private func retry(after time: Timestamp, failures: Int, chance: Double) -> Timestamp {
        let ceiling = Backoff(first: .seconds(120), longest: (period ?? Self.lateness) * 2, failures: failures).ceiling
        return time + max(.seconds(10), ceiling * chance)
    }
}
