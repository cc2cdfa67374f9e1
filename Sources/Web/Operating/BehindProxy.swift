import HTTPTypes
import Hummingbird
import Logging
import Operating
import Records
import Serving
import Synchronization

/// Finds out who asks, by which name and how safely, where a proxy stands between (`TrustedProxies`).
///
/// A trusted proxy's `X-Forwarded-Host` and `X-Forwarded-Proto` take the place of what it said itself. Whoever comes after this reads
/// `PageContext.client` and the request's authority and scheme, and never these headers, which end here.
struct BehindProxy: RouterMiddleware {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")!
    private static let host = HTTPField.Name("X-Forwarded-Host")!
    private static let scheme = HTTPField.Name("X-Forwarded-Proto")!

    /// What proxies add, RFC 7239 and RFC 9110, section 7.6.3, among it.
    private static let traces =
        [forwarded, host, scheme]
        + ["Forwarded", "Via", "X-Real-IP", "X-Forwarded-Server", "X-Forwarded-Port"]
        .compactMap { HTTPField.Name($0) }

    let trusted: TrustedProxies
    private let warning = Warning()

    init(trusted: TrustedProxies) { self.trusted = trusted }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        var (head, context) = (request.head, context)
        context.cameThroughProxy = Self.traces.contains { head.headerFields[$0] != nil }
        if let peer = context.peer {
            if peer.isLoopback, !trusted.trusts(peer), head.headerFields[Self.forwarded] != nil { warning.give() }
            context.client = trusted.client(of: peer, forwarded: head.headerFields[values: Self.forwarded])
            if trusted.trusts(peer) {
                if head.headerFields[Self.scheme]?.lowercased() == "https" { head.scheme = "https" }
                // The first is what the browser asked for; anything but a name and a port is nobody's host.
                let name = head.headerFields[Self.host]?.split(separator: ",").first.map { $0.trimmingWhitespace() }
                if let name, !name.isEmpty, name.utf8.allSatisfy(Self.isOfHost) { head.authority = name }
            }
        }
        for name in [Self.forwarded, Self.host, Self.scheme] { head.headerFields[values: name] = [] }
        return try await next(Request(head: head, body: request.body), context)
    }

    /// Once: a proxy that is not trusted makes one client of all its clients, who then share one client's limits.
    private final class Warning: Sendable {
        private let isGiven = Atomic(false)

        func give() {
            guard !isGiven.exchange(true, ordering: .relaxed) else { return }
            Logger(label: "tidings.web").warning(
                "X-Forwarded-For from this machine is ignored. If a proxy runs here, set public-url, base-path or trusted-proxies")
        }
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._:[]".utf8.contains(byte)
        }
    }
}
