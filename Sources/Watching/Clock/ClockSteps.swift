package import Records

/// Notices when the machine's wall clock is set: it has moved by another amount than the time that has passed.
///
/// A pure value, fed with both clocks at each look. Time passes by `ContinuousClock`, which is CLOCK_BOOTTIME on Linux and counts a
/// machine's sleep, so waking up is no step. NTP slews a clock by 0.5 ms a second (adjtimex(8)), far less than the tolerance between two
/// looks.
package struct ClockSteps: Sendable {
    package struct Step: Hashable, Sendable {
        /// Above zero: set ahead.
        package let by: Duration
        /// What the clock says since, at the look that noticed it.
        package let noticed: Timestamp
        /// From the look before to that one: the step is somewhere in it.
        package let within: Duration
        /// When it was noticed, in time that passes.
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
    /// A clock that was set further ahead than this may be wrong, and is doubted for as long.
    package static let doubt = Duration.seconds(86_400)
    /// Nothing stored for longer than this, and the clock is doubted at the start too.
    private static let absence = Duration.seconds(30 * 86_400)

    package private(set) var latest: Step?
    private var last: (wall: Timestamp, instant: ContinuousClock.Instant)?
    private var doubtedSince: ContinuousClock.Instant?

    package init() {}

    /// The step since the last look; nil if there is none.
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

    /// Before the first look: the last time that anything stored is from.
    package mutating func start(_ wall: Timestamp, at instant: ContinuousClock.Instant, storedUntil: Timestamp?) {
        if let storedUntil, wall - storedUntil > Self.absence { doubtedSince = instant }
    }

    /// Whether what is old by this clock may be removed: what was removed by a wrong one is gone.
    package func isTrusted(at instant: ContinuousClock.Instant) -> Bool { doubtedSince.map { instant - $0 > Self.doubt } ?? true }
}
