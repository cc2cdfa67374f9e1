import Glibc
import SwiftOverlayShims  // timespec's module, as the compiler resolves it

/// The remaining budget of work that a stranger can request: a query of records, or matching one set of changes with watches. Every
/// evaluation of one request draws from the same value.
///
/// Steps are exact: the same work takes the same number everywhere. A step is one attempt at a part of a pattern, or one byte that it moves
/// over, about 5 ns. Time is the CPU time of the thread that made the value. It limits costs that steps don't count, and other load on the
/// machine doesn't reduce it.
package struct Effort: Sendable {
    package struct Limits: Hashable, Sendable {
        package var steps: Int
        package var time: Duration

        package init(steps: Int, time: Duration) {
            self.steps = steps
            self.time = time
        }

        /// The limits of one query of records.
        package static let query = Limits(steps: 20_000_000, time: .milliseconds(150) * unoptimised)

        /// Limits single texts only: for commands that people run on their own data.
        package static let none = Limits(steps: .max, time: .seconds(86_400))

        /// Unoptimised code takes about ten times as long, so tests of it would exceed every limit.
        package static let unoptimised: Int = {
            #if DEBUG
                10
            #else
                1
            #endif
        }()
    }

    package let limits: Limits
    /// The steps drawn so far.
    package private(set) var steps = 0
    private var untilLook = Effort.lookEvery
    private var isLate = false
    package let clock: @Sendable () -> Duration
    /// When the clock was first read. Most efforts never last long enough for that.
    private var began: Duration?

    /// Draws between two reads of the clock; large draws count more than once. A part of a pattern may compare 65,535 characters before the
    /// next step, which takes 0.1 ms.
    private static let lookEvery = 64

    package init(_ limits: Limits = .query, clock: @escaping @Sendable () -> Duration = Effort.threadTime) {
        self.limits = limits
        self.clock = clock
    }

    /// The exceeded limit; nil if none is.
    package var spent: EffortSpent.Limit? { steps > limits.steps ? .steps : isLate ? .time : nil }

    /// Draws the steps of some work, and reads the clock now and then. Returns false if the effort is spent.
    @discardableResult
    package mutating func draw(_ count: Int) -> Bool {
        steps += count
        untilLook -= 1 + count >> 10
        if untilLook <= 0 { look() }
        return steps <= limits.steps && !isLate
    }

    /// Reads the clock at once: before work that draws no steps, such as a sort in the store.
    package mutating func look() {
        untilLook = Self.lookEvery
        let now = clock()
        isLate = isLate || now - (began ?? now) > limits.time
        began = began ?? now
    }

    /// The CPU time of this thread (clock_gettime(2)).
    package static let threadTime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

/// Work was aborted because it exceeds a limit: which limit, and the pattern that exceeded it.
package struct EffortSpent: Error, Hashable, CustomStringConvertible {
    package enum Limit: Hashable, Sendable {
        /// The limit of a pattern on a single text.
        case text
        case steps
        case time
    }

    package let limit: Limit
    package let pattern: String

    package init(_ limit: Limit, pattern: String) {
        self.limit = limit
        self.pattern = pattern
    }

    /// For programs and the log: the exceeded limit, and what to do.
    package var description: String {
        let met =
            switch limit {
            case .text: "takes more than \(Pattern.textStepLimit) steps on a single text"
            case .steps: "takes more steps than one query or one check may"
            case .time: "takes more time than one query or one check may"
            }
        return "the pattern '\(pattern)' \(met); anchor it with ^, leave out repetitions inside repetitions, or use 'contains'"
    }
}
