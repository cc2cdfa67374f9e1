import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Serving
import Synchronization

/// Limits how many requests of one client are answered at once.
///
/// Clients behind a trusted proxy are counted by the address that it names, so that one of them can't use up all places. A client over its
/// share gets 429. `Connections` counts connections, the `Broadcaster` the followers of live events.
struct RequestShares: RouterMiddleware {
    private let requests: Shares
    private let proxies: TrustedProxies

    static let unlimited = RequestShares(requests: nil, proxies: .nobody)

    /// nil: no limit.
    init(requests: Int?, proxies: TrustedProxies) {
        self.requests = Shares(limit: requests)
        self.proxies = proxies
    }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        // A proxy's request that names no client isn't counted against an address.
        let client = context.client.flatMap { proxies.trusts($0) ? nil : AddressBlock($0) }
        let place = try place(in: requests, for: client)
        let response = try await next(request, context)
        withExtendedLifetime(place) {}
        return response
    }

    private func place(in shares: Shares, for client: AddressBlock?) throws -> Place {
        guard let place = shares.take(client) else {
            throw Refusal(
                .tooManyRequests, "Too many requests from your network at once. Try again in a few seconds.", headers: [.retryAfter: "5"])
        }
        return place
    }

    private final class Shares: Sendable {
        private let shares: Mutex<AddressShares>

        init(limit: Int?) { shares = Mutex(AddressShares(limit: limit)) }

        func take(_ block: AddressBlock?) -> Place? { shares.withLock { $0.take(block) }.map { Place(self, $0) } }
        func release(_ slot: AddressShares.Slot) { shares.withLock { $0.release(slot) } }
    }

    /// Released with its last reference, even if a response's body is never read.
    private final class Place: Sendable {
        private let shares: Shares
        private let slot: AddressShares.Slot

        init(_ shares: Shares, _ slot: AddressShares.Slot) {
            self.shares = shares
            self.slot = slot
        }

        deinit { shares.release(slot) }
    }
}
