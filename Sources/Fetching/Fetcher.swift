import Foundation
import NIOHTTP1

/// Makes jobs and holds what they share: the connections, the name we give ourselves, and what may be reached.
///
/// One a process; call `shutdown` at its end, the client underneath insists on it. There is no global state.
///
/// ```swift
/// let fetcher = Fetcher()
/// let job = fetcher.job(Request(url: url), for: "example")
/// let head = try await job.run { part in if case .body(let bytes) = part { … } }
/// ```
public final class Fetcher: Sendable {
    /// What all jobs of a fetcher have in common.
    public struct Configuration: Sendable {
        /// Sent as `User-Agent`; says who we are and how to reach the operator.
        public var userAgent = "Tidings/0.1"
        /// Hosts (`name`, `address`, either with `:port`) that may be reached although they are on a private network.
        public var allowedHosts: Set<String> = []
        /// Whether `file:` addresses are read. Only where a person at the machine names them.
        public var readsFiles = false
        /// Redirects followed in one job at most.
        public var redirectLimit = 10
        /// How many requests are on their way at once.
        public var limits = RequestLimits()
        /// By host: certificates that are trusted there in place of the system's.
        public var trust: [String: Trust] = [:]
        /// Where answers are kept that may be used again; nil: nowhere. See `Request.cache`.
        public var cache: ResponseCache?
        /// Time for a connection to be made.
        public var connectTimeout: Duration = .seconds(10)

        /// The defaults.
        public init() {}
    }

    private let configuration: Configuration
    private let connections: Connections
    private let line: RequestLine
    let shared = SharedFetches()

    /// Requests in line, for tests.
    var waitingCount: Int { line.waitingCount }

    /// A fetcher with its own pool of connections.
    public convenience init(_ configuration: Configuration = Configuration()) {
        self.init(configuration, AddressGuard(allowedHosts: configuration.allowedHosts))
    }

    init(_ configuration: Configuration, _ addresses: AddressGuard) {
        self.configuration = configuration
        connections = Connections(configuration, addresses)
        line = RequestLine(configuration.limits)
    }

    /// A job that waits to be run.
    public func job(_ request: Request, for requester: String) -> Job {
        Job(request: request, requester: requester, transport: self, line: request.url.isFileURL ? nil : line)
    }

    /// Closes all connections. Jobs still running fail.
    public func shutdown() async throws {
        configuration.cache?.stop()
        try await connections.shutdown()
    }

    /// What answers one hop of a request, from the inside out: the connection, the cache around it, and credentials and cookies around that.
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
    /// Whose answer it is: nobody else's where a secret was shown for it.
    fileprivate var partition: CachePartition {
        let secrets = [secretQuery.map { ["query", $0.name, $0.value] }, secretHeader.map { ["header", $0.name, $0.value] }]
        let parts = secrets.compactMap { $0 }.joined()
        return parts.isEmpty ? access?.partition() ?? .nobody : CachePartition(of: Array(parts))
    }
}

/// Takes an answer for fresh for a fixed time, whatever it says of itself. A failure is not kept for longer than it wants.
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
        switch request.url.scheme?.lowercased() {
        case "http", "https":
            do {
                return try await HTTPTransport(
                    exchange: exchange(for: request), userAgent: configuration.userAgent, redirectLimit: configuration.redirectLimit
                ).open(request)
            } catch let error as FetchError {
                if let pause = error.pause, pause.scope == .host {
                    // Behind a redirect it is another host that asks for it.
                    line.pause(URL(string: error.url) ?? request.url, for: .seconds(pause.until.timeIntervalSinceNow))
                }
                throw error
            }
        case "file" where configuration.readsFiles:
            return try await FileTransport().open(request)
        case let scheme:
            throw FetchError(.refused, at: request.url.absoluteString, "is not fetched: only http and https are, not '\(scheme ?? "")'")
        }
    }
}
