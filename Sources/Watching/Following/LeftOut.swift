import Records
import Storage

/// Records of streams that were left out, because they came faster than they are stored.
struct LeftOut {
    /// Those that nobody was told of yet, and when that was done last.
    private var untold: [Feed.ID: (count: Int, told: ContinuousClock.Instant)] = [:]
    /// Of each stream since the start.
    private(set) var inAll: [Feed.ID: Int] = [:]

    /// How many to tell of now; nil: none. Once a minute: a stream may be too fast for good.
    mutating func note(_ count: Int, of feed: Feed.ID, at instant: ContinuousClock.Instant) -> Int? {
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
