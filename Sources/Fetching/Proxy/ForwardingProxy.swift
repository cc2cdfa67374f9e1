package import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A proxy on this machine for one browser and one page. It reaches the same hosts as a fetch.
///
/// It resolves names itself, connects only to resolved and allowed addresses (`AddressGuard`), and limits hosts, requests and bytes
/// (`ProxyLedger`). It serves only clients with its password. Plain requests are forwarded one by one, each like a hop of a fetch;
/// everything else is a tunnel. Source: RFC 9110, sections 7 and 9.3.6.
package final class ForwardingProxy: Sendable {
    /// Limits of one page.
    package struct Limits: Hashable, Sendable {
        package var hosts = 60
        package var requests = 300
        /// Limit of bytes in both directions together.
        package var bytes = 32 << 20
        /// Limit of concurrent connections; a browser opens 32.
        package var connections = 100

        package init() {}
    }

    package static let user = "tidings"
    /// The proxy's password, generated for this instance.
    package let password = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()

    private let fetcher: Fetcher
    private let page: WebAddress
    private let ledger: Mutex<ProxyLedger>
    private let open = Mutex(0)

    /// For the page of a request; `others` are hosts that it may use in addition to public ones. Throws `FetchError` if the address isn't a
    /// web address.
    package init(for request: Request, naming others: [String], limits: Limits = Limits(), by fetcher: Fetcher) throws {
        self.fetcher = fetcher
        page = try WebAddress(request.url.absoluteString)
        ledger = Mutex(ProxyLedger(page, naming: others, reachesListed: request.reachesListed, limits))
    }

    /// The refused requests so far.
    package var refusals: Refusals { ledger.withLock { $0.refusals } }

    /// Whether the page has used up its bytes. Nothing more is forwarded then.
    package var isSpent: Bool { ledger.withLock { $0.isSpent } }

    /// Why the host of an address couldn't be reached.
    package func failure(at url: URL) -> FetchError? {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        return ledger.withLock { $0.failures[address.place] }
    }

    /// Whether an address has the page's scheme, host and port.
    package func isSameOrigin(_ url: String) -> Bool { (try? WebAddress(url))?.origin == page.origin }

    /// Serves on a port of 127.0.0.1 while `work` runs; `work` receives the port. All connections end with it.
    package func serving<Result: Sendable>(_ work: @Sendable @escaping (_ port: Int) async throws -> Result) async throws -> Result {
        let (accepted, door) = AsyncStream.makeStream(of: TCPPieces.self, bufferingPolicy: .bufferingOldest(limits.connections))
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 128)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 32 << 10))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { _ = door.yield(try TCPPieces(channel)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        let port = listener.localAddress?.port ?? 0
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { connections in
                    for await client in accepted where self.enter() {
                        connections.addTask {
                            await self.serve(client)
                            self.open.withLock { $0 -= 1 }
                        }
                    }
                }
                return nil
            }
            group.addTask { try await work(port) }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let ended { return ended }
            }
            throw CancellationError()
        }
    }

    /// Whether another connection is allowed. Others are closed.
    private func enter() -> Bool {
        let limit = limits.connections
        return open.withLock { open in
            guard open < limit else { return false }
            open += 1
            return true
        }
    }

    private var limits: Limits { ledger.withLock { $0.limits } }

    // MARK: One connection

    /// Serves one request and then closes the connection.
    private func serve(_ client: TCPPieces) async {
        do {
            guard let request = try await ProxyRequest.next(from: client) else { return }
            let credentials = "Basic " + Data("\(Self.user):\(password)".utf8).base64EncodedString()
            guard request["proxy-authorization"] == credentials else {
                try await answer(407, "Proxy Authentication Required", "Proxy-Authenticate: Basic realm=\"tidings\"\r\n", client)
                return
            }
            if request.method == "CONNECT" { try await tunnel(request, client) } else { try await forward(request, client) }
        } catch {
            // If either side disconnects, the browser sees a broken connection.
        }
    }

    private func tunnel(_ request: ProxyRequest, _ client: TCPPieces) async throws {
        guard let address = try? WebAddress("https://\(request.target)/"), admits(address, isTunnel: true) else {
            return try await refuse(client)
        }
        let server: TCPPieces
        do { server = try await connection(to: address) } catch let error as FetchError {
            return try await fail(error, at: address, client)
        }
        try await client.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        if !request.rest.isEmpty { try await pass(request.rest, to: server) }
        await withTaskGroup(of: Void.self) { group in
            for (from, to) in [(client, server), (server, client)] {
                group.addTask {
                    while let piece = try? await from.next(of: "", after: 0), (try? await self.pass(piece, to: to)) != nil {}
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func forward(_ request: ProxyRequest, _ client: TCPPieces) async throws {
        var request = request
        guard let address = try? WebAddress(request.target), address.scheme == .http, admits(address, isTunnel: false) else {
            return try await refuse(client)
        }
        var outgoing = Outgoing(method: HTTPMethod(rawValue: request.method), url: address.url)
        outgoing.reachesListed = ledger.withLock { $0.reachesListed(address) }
        outgoing.body = try await request.body(from: client)
        for (name, value) in request.passedOn { outgoing.headers.add(name: name, value: value) }
        let reply: Answer
        do { reply = try await fetcher.connections.answer(to: outgoing) } catch let error as FetchError {
            return try await fail(error, at: address, client)
        }
        let hasBody = request.method != "HEAD" && ![204, 304].contains(reply.status)
        let isCounted = reply.headers.contains(name: "Content-Length") || !hasBody
        var head = ""
        for (name, value) in reply.headers where !Self.ofConnection.contains(name.lowercased()) { head += "\(name): \(value)\r\n" }
        if !isCounted { head += "Transfer-Encoding: chunked\r\n" }
        try await answer(reply.status, reply.reason, head, client)
        while hasBody, let piece = try await reply.next() {
            guard ledger.withLock({ $0.take(piece.count) }) else { return }
            if !isCounted { try await client.write(Array("\(String(piece.count, radix: 16))\r\n".utf8)) }
            try await client.write(isCounted ? piece : piece + [13, 10])
        }
        if !isCounted { try await client.write(Array("0\r\n\r\n".utf8)) }
    }

    /// Headers of the connection, not of the answer.
    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-connection", "trailer", "transfer-encoding", "upgrade",
    ]

    private func connection(to address: WebAddress) async throws -> TCPPieces {
        let isListed = ledger.withLock { $0.reachesListed(address) }
        let found = try await fetcher.addresses.destinations(of: address.url, listedToo: isListed)
        var failure: any Error = FetchError(.unreachable, at: address.description, "there is no such host", isUnlisted: true)
        for place in found {
            do { return try await TCPPieces.connect(to: place, within: fetcher.configuration.connectTimeout) } catch {
                try Task.checkCancellation()
                failure = FetchError(.unreachable, at: address.description, NetworkFault(error).words)
            }
        }
        throw failure
    }

    private func admits(_ address: WebAddress, isTunnel: Bool) -> Bool { ledger.withLock { $0.admits(address, isTunnel: isTunnel) } }

    private struct Spent: Error {}

    private func pass(_ bytes: [UInt8], to other: TCPPieces) async throws {
        guard ledger.withLock({ $0.take(bytes.count) }) else { throw Spent() }
        try await other.write(bytes)
    }

    private func fail(_ error: FetchError, at address: WebAddress, _ client: TCPPieces) async throws {
        ledger.withLock { $0.note(error, of: address) }
        try await answer(502, "Bad Gateway", "Content-Length: 0\r\n", client)
    }

    private func refuse(_ client: TCPPieces) async throws { try await answer(403, "Forbidden", "Content-Length: 0\r\n", client) }

    private func answer(_ status: Int, _ reason: String, _ headers: String, _ client: TCPPieces) async throws {
        try await client.write(Array("HTTP/1.1 \(status) \(reason)\r\n\(headers)Connection: close\r\n\r\n".utf8))
    }
}
