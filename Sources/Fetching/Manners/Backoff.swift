/// How long to wait after a failure: longer each time, up to a bound, and never for good.
///
/// Exponential with full jitter: after n failures in a row, any time up to `first` · 2ⁿ⁻¹ is as likely as any other, so that those who
/// failed together do not come back together.
public struct Backoff: Hashable, Sendable {
    /// The most that is waited after one failure.
    public let first: Duration
    /// The most that is ever waited.
    public let longest: Duration
    /// In a row, up to now.
    public private(set) var failures = 0

    /// After so many failures; as a rule nothing has failed yet.
    public init(first: Duration = .seconds(2), longest: Duration = .seconds(3600), failures: Int = 0) {
        self.first = first
        self.longest = longest
        self.failures = failures
    }

    /// It failed once more: how long to wait.
    public mutating func failed(using chance: inout some RandomNumberGenerator) -> Duration {
        failures += 1
        return ceiling * Double.random(in: 0..<1, using: &chance)
    }

    /// It worked: the next failure is the first.
    public mutating func succeeded() { failures = 0 }

    /// The most that is waited after so many failures.
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
