package import Foundation
import NIOHTTP1

/// Creates jobs and owns what they share: connections, limits, the user agent, and the allowed addresses.
///
/// Create one per process and call `shutdown` at its end, which the HTTP client requires. There is no global state.
///
/// ```swift
/// let fetcher = Fetcher()
/// let job = fetcher.job(Request(url: url), for: "example")
/// let head = try await job.run { part in if case .body(let bytes) = part { … } }
/// ```
public final class Fetcher: Sendable {
    /// The settings that all jobs of a fetcher share.
    public struct Configuration: Sendable {
        /// The `User-Agent` header: who we are and how to reach the operator.
        public var userAgent = "Tidings/0.1"
        /// Hosts on private networks that jobs may reach: names or addresses, each with or without `:port`.
        public var allowedHosts: Set<String> = []
        /// The ports that this server itself listens on. Jobs don't reach them on this machine unless `allowedHosts` names host and port.
        public var ownPorts = OwnPorts()
        /// Called for each host that was refused because of its address. For the operator's log, since the error doesn't contain the
        /// address.
        public var onRefused: @Sendable (_ host: String, _ address: String) -> Void = { _, _ in }
        /// Whether jobs read `file:` addresses. Set it only if a person at the machine enters the address.
        public var readsFiles = false
        /// Limit of redirects per job.
        public var redirectLimit = 10
        /// Limits of concurrent requests.
        public var limits = RequestLimits()
        /// Certificates to trust for a host instead of the system's, by host.
        public var trust: [String: Trust] = [:]
        /// Caches answers; nil disables caching. See `Request.cache`.
        public var cache: ResponseCache?
        /// Timeout of connecting.
        public var connectTimeout: Duration = .seconds(10)
        /// Timeouts of requests that use the defaults.
        public var timeouts = Timeouts()
        /// Opens pages in a browser, for requests that ask for it; nil if none is installed.
        package var renderer: (any DocumentRenderer)?
        /// Names to resolve instead of others when connecting, for tests.
        var standIns: [String: String] = [:]

        /// The defaults.
        public init() {}
    }

    let configuration: Configuration
    let addresses: AddressGuard
    let connections: Connections
    let line: RequestLine
    let shared = SharedFetches()

    /// The number of queued requests, for tests.
    var waitingCount: Int { line.waitingCount }

    /// A fetcher with its own connection pool.
    public convenience init(_ configuration: Configuration = Configuration()) {
        self.init(
            configuration,
            AddressGuard(allowedHosts: configuration.allowedHosts, own: configuration.ownPorts, onRefused: configuration.onRefused))
    }

    init(_ configuration: Configuration, _ addresses: AddressGuard) {
        self.configuration = configuration
        self.addresses = addresses
        connections = Connections(configuration, addresses)
        line = RequestLine(configuration.limits)
    }

    /// Whether pages can be opened in a browser.
    package var canRender: Bool { configuration.renderer != nil }

    /// A job that hasn't started. `requester` names the caller: a page, a schedule, a command.
    public func job(_ request: Request, for requester: String) -> Job {
        var request = request
        request.timeouts.fill(from: configuration.timeouts)
        // A rendered request waits for the browser first, and then in the queue (`inLine`); the browser has its own limits.
        let isRendered = request.renders != nil
        if isRendered { request.timeouts.firstByte = request.timeouts.total }
        let waits = !isRendered && SourceKinds.kind(of: request.url)?.waitsInLine != false
        return Job(request: request, requester: requester, transport: self, line: waits ? line : nil)
    }

    /// Whether requests to an address fail because its host doesn't exist, or is on a private network and not listed. Resolves the name
    /// without connecting.
    package func refuses(_ url: URL) async -> Bool {
        do { _ = try await addresses.check(url) } catch { return true }
        return false
    }

    /// Closes all connections. Running jobs fail.
    public func shutdown() async throws {
        configuration.cache?.stop()
        try await connections.shutdown()
    }

    /// The exchange for one hop of a request, from the innermost layer: the connection, the cache, credentials and cookies.
    private func exchange(for request: Request) -> any Exchange {
        var exchange: any Exchange = connections
        if request.secretQuery != nil || request.secretHeader != nil, let origin = Origin(request.url) {
            exchange = SecretExchange(query: request.secretQuery, header: request.secretHeader, origin: origin, next: exchange)
        }
        if let cache = configuration.cache, request.cache != .bypass {
            if let time = request.keepsFor { exchange = FixedFreshness(time: time, over: exchange) }
            exchange = CachingExchange(cache, mode: request.cache, partition: request.partition, over: exchange)
        }
        guard request.access != nil || request.cookies != nil else { return exchange }
        return AccessExchange(request.access, cookies: request.cookies, over: exchange)
    }
}

extension Request {
    /// The requests that may reuse the answer: after a request with a secret, only requests with the same secret; after a request that
    /// reaches listed hosts, only requests that may reach them too.
    fileprivate var partition: CachePartition {
        let secrets = [secretQuery.map { ["query", $0.name, $0.value] }, secretHeader.map { ["header", $0.name, $0.value] }]
        let parts = secrets.compactMap { $0 }.joined()
        var partition = parts.isEmpty ? access?.partition() ?? .nobody : CachePartition(of: Array(parts))
        partition.reachesListed = reachesListed
        return partition
    }
}

/// Treats an answer as fresh for a fixed time, overriding its headers. Failures keep their own headers.
private struct FixedFreshness: Exchange {
    let time: Duration
    let over: any Exchange

    func answer(to request: Outgoing) async throws -> Answer {
        var answer = try await over.answer(to: request)
        guard (200...299).contains(answer.status) || answer.status == 304 else { return answer }
        for name in ["Age", "Cache-Control", "Expires", "Pragma", "Vary"] { answer.headers.remove(name: name) }
        answer.headers.add(name: "Cache-Control", value: "max-age=\(Int(time / .seconds(1)))")
        return answer
    }
}

extension Fetcher: Transport {
    func open(_ request: Request) async throws -> OpenResponse {
        guard let kind = SourceKinds.kind(of: request.url), !kind.isEndless || request.readsStream else {
            throw Self.unread(request.url)
        }
        return try await kind.open(request, by: self)
    }

    static func unread(_ url: URL) -> FetchError {
        FetchError(.refused, at: url.absoluteString, "is not fetched: only http and https are, not '\(url.scheme?.lowercased() ?? "")'")
    }

    func openOverHTTP(_ request: Request) async throws -> OpenResponse {
        do {
            if let order = request.renders { return try await openRendered(request, order) }
            return try await HTTPTransport(
                exchange: exchange(for: request), userAgent: configuration.userAgent, redirectLimit: configuration.redirectLimit
            ).open(request)
        } catch let error as FetchError {
            if let pause = error.pause, pause.scope == .host {
                // After a redirect, the pause applies to the other host.
                line.pause(URL(string: error.url) ?? request.url, for: .seconds(pause.until.timeIntervalSinceNow))
            }
            throw error
        }
    }
}
