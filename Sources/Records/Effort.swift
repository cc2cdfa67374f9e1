import Glibc
import SwiftOverlayShims  // timespec's module, as the compiler sees it

/// What a piece of work that a stranger can ask for may still cost: a query of records, or one matching of changes with
/// watches. Everything that it evaluates draws from the same value.
///
/// Steps are exact: the same work takes the same number everywhere. A step is one part of a pattern that is tried, or a byte
/// that it moves over, about 5 ns. Time is that of the processor on the thread that made the value: it bounds what steps don't
/// see, and other work on the machine doesn't shorten it.
package struct Effort: Sendable {
    package struct Limits: Hashable, Sendable {
        package var steps: Int
        package var time: Duration

        package init(steps: Int, time: Duration) {
            self.steps = steps
            self.time = time
        }

        /// Of one query of records.
        package static let query = Limits(steps: 20_000_000, time: .milliseconds(150) * unoptimised)

        /// A limit on single texts only: for commands that people run on their own data.
        package static let none = Limits(steps: .max, time: .seconds(86_400))

        /// Code that isn't optimised takes some ten times as long, so tests of it would find everything too dear.
        package static let unoptimised: Int = {
            #if DEBUG
                10
            #else
                1
            #endif
        }()
    }

    package let limits: Limits
    /// Drawn so far.
    package private(set) var steps = 0
    private var untilLook = Effort.lookEvery
    private var isLate = false
    package let clock: @Sendable () -> Duration
    /// When the clock was looked at first. Most efforts are never long enough for that.
    private var began: Duration?

    /// Draws between two looks at the clock, large ones more of them. A part of a pattern may compare 65,535 characters before
    /// the next step, which takes 0.1 ms.
    private static let lookEvery = 64

    package init(_ limits: Limits = .query, clock: @escaping @Sendable () -> Duration = Effort.threadTime) {
        self.limits = limits
        self.clock = clock
    }

    /// The limit that is reached; nil while there is some left.
    package var spent: EffortSpent.Limit? { steps > limits.steps ? .steps : isLate ? .time : nil }

    /// Draws the steps of a piece of work, and looks at the clock now and then. Returns false if the effort is spent.
    @discardableResult
    package mutating func draw(_ count: Int) -> Bool {
        steps += count
        untilLook -= 1 + count >> 10
        if untilLook <= 0 { look() }
        return steps <= limits.steps && !isLate
    }

    /// Looks at the clock at once: before work that draws nothing, as a sort in the store.
    package mutating func look() {
        untilLook = Self.lookEvery
        let now = clock()
        isLate = isLate || now - (began ?? now) > limits.time
        began = began ?? now
    }

    /// How long this thread has run (clock_gettime(2)).
    package static let threadTime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

/// Work was ended because it takes too much: which limit it has met, and the pattern that did.
package struct EffortSpent: Error, Hashable, CustomStringConvertible {
    package enum Limit: Hashable, Sendable {
        /// Of a pattern on a single text.
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

    /// For programs and the log: what was met, and what to do.
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
