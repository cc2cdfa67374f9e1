import Glibc

/// The transfer rate in bytes per second: a mean in which bytes from ten seconds ago have a third of the weight of new ones. A pure value.
package struct Pace: Sendable {
    private static let memory = Duration.seconds(10)

    package let began: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    /// Bytes, each weighted by its age.
    private var amount = 0.0

    package init(at now: ContinuousClock.Instant) { (began, last) = (now, now) }

    package mutating func add(_ bytes: Int, at now: ContinuousClock.Instant) {
        amount = amount * Self.rest(after: now - last) + Double(bytes)
        last = now
    }

    package func bytesPerSecond(at now: ContinuousClock.Instant) -> Double {
        // Shortly after the start there was less time to average over.
        let seconds = Self.memory / .seconds(1) * (1 - Self.rest(after: now - began))
        return amount * Self.rest(after: now - last) / max(seconds, 0.001)
    }

    /// The remaining weight after this time.
    private static func rest(after time: Duration) -> Double { exp(-(max(time, .zero) / memory)) }
}
