import Fetching

/// Decides when to reconnect to a stream: exponential back-off with full jitter, between one second and five minutes. A pure value: the
/// time and a random number are passed in.
struct Reconnection {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(300)
    /// A connection that lasts this long is a success, so a source that drops each connection at once keeps failing.
    private static let success = Duration.seconds(60)

    private var failures = 0

    /// How long to wait after a connection, or an attempt at one, that lasted this long.
    mutating func wait(after lasted: Duration, chance: Double) -> Duration {
        failures = lasted >= Self.success ? 1 : failures + 1
        let ceiling = Backoff(first: .seconds(2), longest: Self.longest, failures: failures).ceiling
        return max(Self.shortest, ceiling * chance)
    }
}
