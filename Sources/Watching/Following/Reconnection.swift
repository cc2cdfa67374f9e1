import Fetching

/// Decides when to connect to a stream again: exponential back-off with full jitter, a second at least and five minutes at most. A pure
/// value: time and chance are passed in.
struct Reconnection {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(300)
    /// A connection that lasted this long was a success: one that is lost at once, each time, is not.
    private static let success = Duration.seconds(60)

    private var failures = 0

    /// After a connection, or an attempt at one, that lasted this long.
    mutating func wait(after lasted: Duration, chance: Double) -> Duration {
        failures = lasted >= Self.success ? 1 : failures + 1
        let ceiling = Backoff(first: .seconds(2), longest: Self.longest, failures: failures).ceiling
        return max(Self.shortest, ceiling * chance)
    }
}
