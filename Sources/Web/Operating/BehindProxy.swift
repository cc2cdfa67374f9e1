import HTTPTypes
import Hummingbird
import Logging
import Operating
import Records
import Serving
import Synchronization

/// Finds out a request's client, host name and scheme behind a proxy (`TrustedProxies`).
///
/// A trusted proxy's `X-Forwarded-Host` and `X-Forwarded-Proto` replace those of its own request. Later middleware reads
/// `PageContext.client` and the request's authority and scheme, and never these headers, which are removed here.
struct BehindProxy: RouterMiddleware {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")!
    private static let host = HTTPField.Name("X-Forwarded-Host")!
    private static let scheme = HTTPField.Name("X-Forwarded-Proto")!

    /// Headers that proxies add, including those of RFC 7239 and RFC 9110, section 7.6.3.
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
                // The browser asked for the first name. Anything but a name and a port isn't a valid host.
                let name = head.headerFields[Self.host]?.split(separator: ",").first.map { $0.trimmingWhitespace() }
                if let name, !name.isEmpty, name.utf8.allSatisfy(Self.isOfHost) { head.authority = name }
            }
        }
        for name in [Self.forwarded, Self.host, Self.scheme] { head.headerFields[values: name] = [] }
        return try await next(Request(head: head, body: request.body), context)
    }

    /// Logged once: a proxy that isn't trusted makes all of its clients look like one, and they share one client's limits.
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
