import Fetching
package import Records

/// Decides when to retry a notice on a channel and when to give up, from the outcome of each attempt.
///
/// The delay grows after each failure, with full jitter, and is at least as long as the receiver asked for. The notice is given up, with
/// the last reason, once an attempt would exceed the channel's time limit. Between attempts it is stored as `created` and `attempts`.
package struct DeliverySchedule: Hashable, Sendable {
    /// The retry limits of a channel.
    package struct RetryLimits: Hashable, Sendable {
        /// The longest delay after the first failure, doubled after each further one.
        package var first: Duration
        /// The limit on the delay, unless the receiver asks for more.
        package var longest: Duration
        /// After this time the notice is obsolete.
        package var giveUpAfter: Duration

        package init(first: Duration, longest: Duration, giveUpAfter: Duration) {
            self.first = first
            self.longest = longest
            self.giveUpAfter = giveUpAfter
        }
    }

    /// The next step.
    package enum Step: Hashable, Sendable {
        /// Delivered.
        case done
        /// Retry at this time.
        case again(at: Timestamp, reason: String)
        /// Stop, and delete the address.
        case forget(reason: String)
        /// Stop; the notice wasn't delivered.
        case failed(reason: String)
    }

    package let retryLimits: RetryLimits
    package let created: Timestamp
    /// The number of attempts so far.
    package private(set) var attempts: Int

    package init(_ retryLimits: RetryLimits, created: Timestamp, attempts: Int = 0) {
        self.retryLimits = retryLimits
        self.created = created
        self.attempts = attempts
    }

    /// Records the outcome of an attempt.
    package mutating func ended(_ delivery: Delivery, at now: Timestamp, using chance: inout some RandomNumberGenerator) -> Step {
        let earlier = attempts
        attempts += 1
        switch delivery {
        case .delivered: return .done
        case .gone(let reason): return .forget(reason: reason)
        case .refused(let reason): return .failed(reason: reason)
        case .later(let wish, let reason):
            var backoff = Backoff(first: retryLimits.first, longest: retryLimits.longest, failures: earlier)
            let pause = max(backoff.failed(using: &chance), .seconds(1))
            // Receivers often name the same time to all clients; jitter spreads their retries.
            let next = now + (wish.map { max($0, .zero) + min(pause, retryLimits.first) } ?? pause)
            guard next - created <= retryLimits.giveUpAfter else {
                return .failed(reason: "given up after \(attempts) \(attempts == 1 ? "attempt" : "attempts"): \(reason)")
            }
            return .again(at: next, reason: reason)
        }
    }
}
