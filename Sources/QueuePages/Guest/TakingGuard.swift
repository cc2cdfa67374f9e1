import Hummingbird
import Operating
import Records
import Serving
import Synchronization

/// How often numbers are given to one address: sixty at once, then one a second.
///
/// Whoever asks from this machine itself, and not for somebody else, is a kiosk or a program of the operator's.
final class TakingGuard: Sendable {
    private let addresses = Mutex(TokenBuckets(capacity: 60, interval: .seconds(1)))
    private let now: Now

    init(now: @escaping Now) { self.now = now }

    /// Throws what is answered while it is too much.
    func check(_ context: PageContext) throws {
        if !context.cameThroughProxy, context.client?.isLoopback ?? true { return }
        let network = context.network
        if let wait = addresses.withLock({ $0.take(network, at: now()) }) { throw Refusal.tooMany(wait) }
    }
}
