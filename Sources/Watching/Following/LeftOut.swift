import Records
import Storage

/// Counts the records of streams that were dropped because they came faster than they can be stored.
struct LeftOut {
    /// Dropped records not yet reported, and the time of the last report.
    private var untold: [Feed.ID: (count: Int, told: ContinuousClock.Instant)] = [:]
    /// The total of each stream since the start.
    private(set) var inAll: [Feed.ID: Int] = [:]

    /// How many records to report now; nil for none. At most once a minute, because a stream may stay too fast.
    mutating func record(_ count: Int, of feed: Feed.ID, at instant: ContinuousClock.Instant) -> Int? {
        let known = untold[feed]
        guard count > 0 || known != nil else { return nil }
        inAll[feed, default: 0] += count
        let sum = count + (known?.count ?? 0)
        if let told = known?.told, instant - told < .seconds(60) {
            untold[feed] = (sum, told)
            return nil
        }
        untold[feed] = (0, instant)
        return sum > 0 ? sum : nil
    }
}
