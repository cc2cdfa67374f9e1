import Fetching
package import Records

/// When a notice is tried on a channel, and when it is given up: decides from what became of each attempt.
///
/// Waits longer after each failure, with full jitter, and at least as long as the receiver asked. Once an attempt would fall past the
/// channel's patience the notice is given up, with the last reason. A value to be stored between attempts as `created` and `attempts`.
package struct DeliverySchedule: Hashable, Sendable {
    /// How patient a channel is.
    package struct Patience: Hashable, Sendable {
        /// The most that is waited after the first failure; doubled after each further one.
        package var first: Duration
        /// The most that is ever waited for our own sake.
        package var longest: Duration
        /// After this much time nobody wants it any more.
        package var giveUpAfter: Duration

        package init(first: Duration, longest: Duration, giveUpAfter: Duration) {
            self.first = first
            self.longest = longest
            self.giveUpAfter = giveUpAfter
        }
    }

    /// What is to be done next.
    package enum Step: Hashable, Sendable {
        /// It is done.
        case done
        /// Not before then.
        case again(at: Timestamp, reason: String)
        /// Nothing more; the address is to be forgotten.
        case forget(reason: String)
        /// Nothing more; the notice did not arrive.
        case failed(reason: String)
    }

    package let patience: Patience
    package let created: Timestamp
    /// Made so far.
    package private(set) var attempts: Int

    package init(_ patience: Patience, created: Timestamp, attempts: Int = 0) {
        self.patience = patience
        self.created = created
        self.attempts = attempts
    }

    /// An attempt ended so.
    package mutating func ended(_ delivery: Delivery, at now: Timestamp, using chance: inout some RandomNumberGenerator) -> Step {
        let earlier = attempts
        attempts += 1
        switch delivery {
        case .delivered: return .done
        case .gone(let reason): return .forget(reason: reason)
        case .refused(let reason): return .failed(reason: reason)
        case .later(let wish, let reason):
            var backoff = Backoff(first: patience.first, longest: patience.longest, failures: earlier)
            let pause = max(backoff.failed(using: &chance), .seconds(1))
            // Those who were all told the same time do not come back all at that time.
            let next = now + (wish.map { max($0, .zero) + min(pause, patience.first) } ?? pause)
            guard next - created <= patience.giveUpAfter else {
                return .failed(reason: "given up after \(attempts) \(attempts == 1 ? "attempt" : "attempts"): \(reason)")
            }
            return .again(at: next, reason: reason)
        }
    }
}
