import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends requests, one hop each. The destination is checked before connecting, and again on the connection itself.
///
/// A name is resolved twice, by `AddressGuard` and by the HTTP client. A hostile name server can answer differently each time (DNS
/// rebinding), so each new connection's remote address is checked by the same rule before any request is sent on it. Hosts that the
/// operator has listed have less strict rules and use separate clients, so their connections are never reused for another name.
struct Connections: Exchange {
    private let addresses: AddressGuard
    private let trust: [String: Trust]
    private let clients: [AddressGuard.Reach: HTTPClient]
    private let onRefused: @Sendable (_ host: String, _ address: String) -> Void

    init(_ configuration: Fetcher.Configuration, _ addresses: AddressGuard) {
        self.addresses = addresses
        trust = configuration.trust
        onRefused = configuration.onRefused
        func client(_ reach: AddressGuard.Reach) -> HTTPClient {
            var settings = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
            settings.timeout.connect = .milliseconds(Int64(configuration.connectTimeout / .milliseconds(1)))
            settings.dnsOverride = configuration.standIns
            // A refused connection is a definite answer. Retrying until the connect timeout would only hide it.
            settings.connectionPool.retryConnectionEstablishment = false
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(8, configuration.limits.perHost)
            // Traces have no reader here, and collecting their attributes costs a tenth of a request.
            settings.tracing.tracer = nil
            let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { [own = configuration.ownPorts] channel in
                let address = channel.remoteAddress
                if let address, reach.includes(address, own) { return channel.eventLoop.makeSucceededVoidFuture() }
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(ForbiddenAddress(address: address?.ipAddress ?? "unknown"))
            }
            settings.http1_1ConnectionDebugInitializer = check
            settings.http2ConnectionDebugInitializer = check
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        }
        clients = Dictionary(uniqueKeysWithValues: AddressGuard.Reach.allCases.map { ($0, client($0)) })
    }

    func shutdown() async throws {
        for client in clients.values { try await client.shutdown() }
    }

    func answer(to request: Outgoing) async throws -> Answer {
        let shown = request.url.absoluteString
        let reach = try await addresses.check(request.url, listedToo: request.reachesListed)
        guard let client = clients[reach] else { throw AddressGuard.refusal(of: shown) }
        var outgoing = HTTPClientRequest(url: shown)
        outgoing.method = request.method
        outgoing.headers = request.headers
        if !request.body.isEmpty { outgoing.body = .bytes(request.body) }
        outgoing.tlsConfiguration = trust[request.url.host?.lowercased() ?? ""]?.configuration
        let response: HTTPClientResponse
        do {
            // `JobClock` enforces the timeouts. The client's own timeout stops counting at the head.
            response = try await client.execute(outgoing, timeout: .hours(24))
        } catch {
            if let error = error as? ForbiddenAddress { onRefused(request.url.host ?? "unknown", error.address) }
            throw Self.mapped(error, at: shown)
        }
        let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        return Answer(
            status: Int(response.status.code), reason: response.status.reasonPhrase, headers: response.headers,
            next: BodyReader(response.body, of: shown, announced: announced).next)
    }

    private struct ForbiddenAddress: Error { let address: String }

    /// Maps all errors of the HTTP client to `FetchError`. `received` describes how much of the body had arrived.
    fileprivate static func mapped(_ error: any Error, at url: String, received: String? = nil) -> any Error {
        if error is CancellationError || error is FetchError { return error }
        if error is ForbiddenAddress { return AddressGuard.refusal(of: url) }
        let fault = NetworkFault(error)
        guard let received else { return FetchError(.unreachable, at: url, fault.words, isUnlisted: fault.kind == .noSuchHost) }
        return FetchError(.truncated, at: url, "broke off after \(received)\(fault.isBreak ? "" : ": \(fault.words)")")
    }
}

/// Reads a body's pieces, one task at a time.
///
/// `@unchecked Sendable`: a body's iterator isn't sendable; `Job` calls `next` from one task, sequentially.
private final class BodyReader: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let url: String
    private let announced: Int?
    private var received = 0

    init(_ body: HTTPClientResponse.Body, of url: String, announced: Int?) {
        iterator = body.makeAsyncIterator()
        self.url = url
        self.announced = announced
    }

    @Sendable func next() async throws -> [UInt8]? {
        do {
            while let buffer = try await iterator.next() {
                guard buffer.readableBytes > 0 else { continue }
                received += buffer.readableBytes
                return Array(buffer.readableBytesView)
            }
            return nil
        } catch {
            let amount = announced.map { "\(received) of \($0)" } ?? "\(received)"
            throw Connections.mapped(error, at: url, received: "\(amount) bytes")
        }
    }
}
