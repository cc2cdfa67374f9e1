/// The delay after a failure: longer each time, up to a limit.
///
/// Exponential with full jitter: after n consecutive failures, the delay is uniformly distributed up to `first` · 2ⁿ⁻¹, so clients that
/// failed together don't retry together.
public struct Backoff: Hashable, Sendable {
    /// The longest delay after the first failure.
    public let first: Duration
    /// The longest delay after any failure.
    public let longest: Duration
    /// Consecutive failures so far.
    public private(set) var failures = 0

    /// Starts after this number of failures, by default none.
    public init(first: Duration = .seconds(2), longest: Duration = .seconds(3600), failures: Int = 0) {
        self.first = first
        self.longest = longest
        self.failures = failures
    }

    /// Records a failure and returns the delay.
    public mutating func failed(using chance: inout some RandomNumberGenerator) -> Duration {
        failures += 1
        return ceiling * Double.random(in: 0..<1, using: &chance)
    }

    /// Records a success, which resets the failures.
    public mutating func succeeded() { failures = 0 }

    /// The longest delay after the current number of failures.
    public var ceiling: Duration {
        guard failures > 0 else { return .zero }
        var ceiling = min(first, longest)
        for _ in 1..<failures {
            guard ceiling < longest else { break }
            ceiling = min(ceiling * 2, longest)
        }
        return ceiling
    }
}
