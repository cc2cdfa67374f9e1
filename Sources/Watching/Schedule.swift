import Fetching
package import Records

/// When a feed is fetched next. A pure value: the time and the chance are passed in.
///
/// After a success: a period later, give or take a tenth, so that many installations do not ask at once. After failures: exponential
/// with full jitter, a minute at the mean after the first, then twice as long each time up to the period itself; ten seconds at least.
/// It slows down and never gives up.
package struct Schedule: Hashable, Sendable {
    package let period: Duration

    package init(period: Duration) { self.period = period }

    /// `chance` lies in 0..<1. Never before the time that the source has named.
    package func next(after time: Timestamp, failures: Int, chance: Double, notBefore: Timestamp? = nil) -> Timestamp {
        let next = next(after: time, failures: failures, chance: chance)
        return max(next, notBefore ?? next)
    }

    private func next(after time: Timestamp, failures: Int, chance: Double) -> Timestamp {
        guard failures > 0 else { return time + period * (0.9 + 0.2 * chance) }
        let ceiling = Backoff(first: .seconds(120), longest: period * 2, failures: failures).ceiling
        return time + max(.seconds(10), ceiling * chance)
    }
}
