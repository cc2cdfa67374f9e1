import Glibc

/// How fast something comes in, in bytes a second: a mean in which what came ten seconds ago counts a third of what comes now. A pure
/// value.
package struct Pace: Sendable {
    private static let memory = Duration.seconds(10)

    package let began: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    /// Bytes, each faded since it came.
    private var amount = 0.0

    package init(at now: ContinuousClock.Instant) { (began, last) = (now, now) }

    package mutating func add(_ bytes: Int, at now: ContinuousClock.Instant) {
        amount = amount * Self.rest(after: now - last) + Double(bytes)
        last = now
    }

    package func bytesPerSecond(at now: ContinuousClock.Instant) -> Double {
        // In a short life there was no more to fade.
        let seconds = Self.memory / .seconds(1) * (1 - Self.rest(after: now - began))
        return amount * Self.rest(after: now - last) / max(seconds, 0.001)
    }

    /// The share that is left of what came so long ago.
    private static func rest(after time: Duration) -> Double { exp(-(max(time, .zero) / memory)) }
}
