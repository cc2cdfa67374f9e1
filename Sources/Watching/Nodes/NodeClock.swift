package import Records
import Synchronization

/// The clock of the database as a node knows it: what it said last, and the time that has passed since. Several nodes agree on what is due,
/// however the clocks of their machines are set.
package final class NodeClock: Sendable {
    private struct Reading {
        let time: Timestamp
        let instant: ContinuousClock.Instant
    }

    private let last = Mutex<Reading?>(nil)

    package init() {}

    /// Notes what the database answered to a request that was sent at `asked`, which has just come back.
    package func note(_ time: Timestamp, asked: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) {
        // It was read on the way.
        last.withLock { $0 = Reading(time: time, instant: asked + (now - asked) / 2) }
    }

    /// The machine's own time before the database has said any.
    package func time(at now: ContinuousClock.Instant = .now) -> Timestamp {
        guard let last = last.withLock({ $0 }) else { return .system() }
        return last.time + (now - last.instant)
    }
}
