package import Records

/// Detects that the machine's wall clock was set: it has moved by a different amount than the elapsed time.
///
/// A pure value that observes both clocks. Elapsed time is that of `ContinuousClock`, which is CLOCK_BOOTTIME on Linux and includes a
/// machine's sleep, so waking up isn't a step. NTP slews a clock by at most 0.5 ms per second (adjtimex(8)), far less than the tolerance
/// between two observations.
package struct ClockSteps: Sendable {
    package struct Step: Hashable, Sendable {
        /// Positive if the clock was set ahead.
        package let by: Duration
        /// The wall-clock time of the observation that detected the step.
        package let noticed: Timestamp
        /// The time from the previous observation to that one; the step is somewhere in it.
        package let within: Duration
        /// The monotonic time of the detection.
        package let instant: ContinuousClock.Instant

        /// Whether a time was read from the clock after it was set.
        package func isFollowed(by time: Timestamp) -> Bool { noticed + (.zero - within) < time && time <= noticed }

        /// `back by 2 h`, `ahead by 3653 days`.
        package var description: String { "\(by < .zero ? "back" : "ahead") by \(Self.plain(by < .zero ? .zero - by : by))" }

        private static func plain(_ time: Duration) -> String {
            let seconds = time.wholeMilliseconds / 1000
            return seconds >= 172_800 ? "\(seconds / 86_400) days" : seconds >= 7200 ? "\(seconds / 3600) h" : "\(seconds) s"
        }
    }

    package static let tolerance = Duration.seconds(5)
    /// A clock that was set further ahead than this may be wrong, and isn't trusted for this long.
    package static let doubt = Duration.seconds(86_400)
    /// If nothing was stored for longer than this, the clock isn't trusted at the start either.
    private static let absence = Duration.seconds(30 * 86_400)

    package private(set) var latest: Step?
    private var last: (wall: Timestamp, instant: ContinuousClock.Instant)?
    private var doubtedSince: ContinuousClock.Instant?

    package init() {}

    /// The step since the last observation; nil if there is none.
    package mutating func observe(_ wall: Timestamp, at instant: ContinuousClock.Instant) -> Step? {
        defer { last = (wall, instant) }
        guard let last else { return nil }
        let passed = instant - last.instant
        let by = wall - last.wall - passed
        guard by > Self.tolerance || by < .zero - Self.tolerance else { return nil }
        let step = Step(by: by, noticed: wall, within: passed, instant: instant)
        latest = step
        if by > Self.doubt { doubtedSince = instant }
        if by < .zero { doubtedSince = nil }
        return step
    }

    /// The state before the first observation, with the time of the latest stored data.
    package mutating func start(_ wall: Timestamp, at instant: ContinuousClock.Instant, storedUntil: Timestamp?) {
        if let storedUntil, wall - storedUntil > Self.absence { doubtedSince = instant }
    }

    /// Whether data that is old by this clock may be removed: a wrong clock would cause data loss.
    package func isTrusted(at instant: ContinuousClock.Instant) -> Bool { doubtedSince.map { instant - $0 > Self.doubt } ?? true }
}
