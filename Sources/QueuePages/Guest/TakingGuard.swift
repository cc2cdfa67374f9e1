import Hummingbird
import Operating
import Records
import Serving
import Synchronization

/// The rate limit for taking numbers per address: a burst of sixty, then one per second.
///
/// Requests from this machine that aren't forwarded come from a kiosk or the operator's programs, and are exempt.
final class TakingGuard: Sendable {
    private let addresses = Mutex(TokenBuckets(capacity: 60, interval: .seconds(1)))
    private let now: Now

    init(now: @escaping Now) { self.now = now }

    /// Throws the response to send when the limit is exceeded.
    func check(_ context: PageContext) throws {
        if !context.cameThroughProxy, context.client?.isLoopback ?? true { return }
        let network = context.network
        if let wait = addresses.withLock({ $0.take(network, at: now()) }) { throw Refusal.tooMany(wait) }
    }
}
