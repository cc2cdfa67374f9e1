import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Requests over the wire, one hop each; what may be reached is looked at before, and again on the connection itself.
///
/// A name is looked up twice, once by `AddressGuard` and once by the client underneath. A hostile name server can answer
/// differently each time (DNS rebinding), so each new connection is held against the same rule by the address it really has,
/// before anything is asked on it. Hosts that the operator has listed go through clients of their own, with fewer rules, so
/// their connections are never lent to another name.
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
            // A refused connection is an answer; retrying it until the connect time-out only hides it.
            settings.connectionPool.retryConnectionEstablishment = false
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(8, configuration.limits.perHost)
            // Nobody reads traces here, and to take their attributes from each request is a tenth of asking it.
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
            // Our own clock keeps the deadlines: this one stops counting when the head has come.
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

    /// The one place where the many errors of the client become ours. `received` says how much of the body had come.
    fileprivate static func mapped(_ error: any Error, at url: String, received: String? = nil) -> any Error {
        if error is CancellationError || error is FetchError { return error }
        if error is ForbiddenAddress { return AddressGuard.refusal(of: url) }
        guard let received else {
            let words = plain(error)
            return FetchError(.unreachable, at: url, words, isUnlisted: words == noSuchHost)
        }
        let isMerelyClosed = error is HTTPParserError || error is ChannelError || error is IOError || error.isClosed
        return FetchError(.truncated, at: url, "broke off after \(received)\(isMerelyClosed ? "" : ": \(plain(error))")")
    }

    private static let noSuchHost = "there is no such host"

    /// An error of the layers below, in words a person has met before where there are any.
    static func plain(_ error: any Error) -> String {
        if let error = error as? HTTPParserError {
            return error == .headerOverflow ? "its answer begins with more than 80 kB of headers" : "what it answers is not HTTP"
        }
        if error.isClosed { return "the connection was closed without an answer" }
        if let error = error as? HTTPClientError {
            let isSlow = error == .connectTimeout || error == .getConnectionFromPoolTimeout || error == .tlsHandshakeTimeout
            return isSlow ? "no connection within the time allowed" : error.shortDescription.lowercased()
        }
        // Several of them are types that cannot be told apart here, and all of them say in words of the system what it was.
        let text = "\(error)"
        let known = [
            ("Connection refused", "connection refused"), ("No route to host", "there is no way to it"),
            ("Network is unreachable", "there is no way to it"), ("Connection reset by peer", "the connection was reset"),
            ("Broken pipe", "the connection was reset"), ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted"),
            ("handshakeFailed", "no secure connection could be agreed on"), ("UnknownHost", noSuchHost),
        ]
        return known.first { text.contains($0.0) }?.1 ?? "the connection failed (\(text))"
    }
}

extension Error {
    fileprivate var isClosed: Bool { self as? HTTPClientError == .remoteConnectionClosed }
}

/// Reads a body's pieces for one task at a time.
///
/// `@unchecked Sendable`: a body's iterator is neither shared nor sendable; `Job` calls `next` from one task, in turn.
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
