package import Records
import Synchronization

/// A node's estimate of the database's clock: its last reading plus the time elapsed since. Several nodes agree on due times, regardless of
/// their machines' clocks.
package final class NodeClock: Sendable {
    private struct Reading {
        let time: Timestamp
        let instant: ContinuousClock.Instant
    }

    private let last = Mutex<Reading?>(nil)

    package init() {}

    /// Records the database's time from a response that has just arrived; the request was sent at `asked`.
    package func note(_ time: Timestamp, asked: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) {
        // The database read its clock between the two.
        last.withLock { $0 = Reading(time: time, instant: asked + (now - asked) / 2) }
    }

    /// Falls back to the machine's own time before the first reading.
    package func time(at now: ContinuousClock.Instant = .now) -> Timestamp {
        guard let last = last.withLock({ $0 }) else { return .system() }
        return last.time + (now - last.instant)
    }
}
