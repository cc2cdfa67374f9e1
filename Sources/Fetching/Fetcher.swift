import AsyncHTTPClient
import Foundation
import NIOCore

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
        /// Time for a connection to be made.
        public var connectTimeout: Duration = .seconds(10)

        /// The defaults.
        public init() {}
    }

    private let configuration: Configuration
    private let client: HTTPClient

    /// A fetcher with its own pool of connections.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        var settings = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        settings.timeout.connect = .milliseconds(Int64(configuration.connectTimeout / .milliseconds(1)))
        // A refused connection is an answer; retrying it until the connect time-out only hides it.
        settings.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    /// A job that waits to be run.
    public func job(_ request: Request, for requester: String) -> Job {
        Job(request: request, requester: requester, transport: self)
    }

    /// Closes all connections. Jobs still running fail.
    public func shutdown() async throws { try await client.shutdown() }
}

extension Fetcher: Transport {
    func open(_ request: Request) async throws -> OpenResponse {
        switch request.url.scheme?.lowercased() {
        case "http", "https":
            let addresses = AddressGuard(allowedHosts: configuration.allowedHosts)
            return try await HTTPTransport(
                client: client, userAgent: configuration.userAgent, addresses: addresses, redirectLimit: configuration.redirectLimit
            ).open(request)
        case "file" where configuration.readsFiles:
            return try await FileTransport().open(request)
        case let scheme:
            throw FetchError(.refused, at: request.url.absoluteString, "is not fetched: only http and https are, not '\(scheme ?? "")'")
        }
    }
}
