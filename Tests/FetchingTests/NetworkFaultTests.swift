import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TestSupport
import Testing

@testable import Fetching

/// Each kind is made from the error that a real connection over loopback ends with.
@Suite("Faults of the network") struct NetworkFaultTests {
    /// The first error of a connection, while it is made or after. Writes nothing.
    private func failure(
        at port: Int, host: String? = nil, within time: TimeAmount = .hours(1), _ encryption: (TLSConfiguration, name: String)? = nil
    ) async throws -> NetworkFault {
        let group = MultiThreadedEventLoopGroup.singleton
        let first = group.next().makePromise(of: NetworkFault.self)
        let context = try encryption.map { try NIOSSLContext(configuration: $0.0) }
        let bootstrap = ClientBootstrap(group: group).connectTimeout(time).channelInitializer { [name = encryption?.name] channel in
            channel.eventLoop.makeCompletedFuture {
                if let context {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                }
                try channel.pipeline.syncOperations.addHandler(FirstError(first))
            }
        }
        do {
            let channel =
                if let host {
                    try await bootstrap.connect(host: host, port: port).get()
                } else {
                    try await bootstrap.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: port)).get()
                }
            try await channel.closeFuture.get()
        } catch {
            first.succeed(NetworkFault(error))
        }
        return try await first.futureResult.get()
    }

    /// Confined to its channel's event loop.
    private final class FirstError: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let first: EventLoopPromise<NetworkFault>

        init(_ first: EventLoopPromise<NetworkFault>) { self.first = first }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            first.succeed(NetworkFault(error))
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            first.succeed(NetworkFault(ChannelError.eof))
            context.fireChannelInactive()
        }
    }

    @Test("a port without a listener refuses, by its address and by a name")
    func refused() async throws {
        let port = try ClosedPort()
        #expect(try await failure(at: port.port).kind == .refused)
        #expect(try await failure(at: port.port, host: "127.0.0.1").kind == .refused)
    }

    @Test("a name without an address is no host")
    func noSuchHost() async throws {
        // Longer than a name's label may be: the resolver fails without a query.
        #expect(try await failure(at: 80, host: String(repeating: "x", count: 64)).kind == .noSuchHost)
    }

    @Test("a port that never accepts runs out of time, by its address and by a name")
    func timedOut() async throws {
        let port = try SilentPort()
        #expect(try await failure(at: port.port, within: .milliseconds(100)).kind == .timedOut)
        #expect(try await failure(at: port.port, host: "127.0.0.1", within: .milliseconds(100)).kind == .timedOut)
    }

    @Test("a connection that the other side resets is told from one that it closes")
    func reset() async throws {
        let resetting = try ScriptedServer(isAsked: false) { $0.reset() }
        let fault = try await failure(at: resetting.port)
        #expect(fault.kind == .reset)
        #expect(fault.isBreak)
        let closing = try ScriptedServer(isAsked: false) { _ in }
        #expect(try await failure(at: closing.port).kind == .other)
    }

    @Test("a self-signed certificate and an expired one are distrusted, and another host's is told apart")
    func certificates() async throws {
        try await withTLSServer(Certificates.home, Certificates.homeKey) { port async throws in
            #expect(try await failure(at: port, (.makeClientConfiguration(), name: "home.example")).kind == .untrusted)
        }
        try await withTLSServer(Certificates.expired, Certificates.expiredKey) { port async throws in
            #expect(try await failure(at: port, (trusting(Certificates.expired), name: "localhost")).kind == .untrusted)
        }
        try await withTLSServer(Certificates.local, Certificates.localKey) { port async throws in
            let fault = try await failure(at: port, (trusting(Certificates.authority), name: "other.example"))
            #expect(fault.kind == .wrongName)
            #expect(fault.words == "the connection failed (\(fault.text))")
        }
    }

    @Test("a server that speaks plainly agrees on no encryption")
    func plain() async throws {
        let server = try ScriptedServer(isAsked: false) { try $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        #expect(try await failure(at: server.port, (.makeClientConfiguration(), name: "localhost")).kind == .noEncryption)
    }

    private func trusting(_ certificate: String) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)))
        return configuration
    }

    @Test(
        "numbers of the system",
        arguments: [
            (ECONNREFUSED, NetworkFault.Kind.refused), (EHOSTUNREACH, .unreachable), (ENETUNREACH, .unreachable), (ECONNRESET, .reset),
            (EPIPE, .reset), (ETIMEDOUT, .silent), (EMFILE, .other),
        ])
    func numbers(code: CInt, kind: NetworkFault.Kind) {
        let fault = NetworkFault(IOError(errnoCode: code, reason: "connect"))
        #expect(fault.kind == kind)
        #expect(fault.isBreak)
        if kind == .other || kind == .silent { #expect(fault.words == "the connection failed (\(fault.text))") }
    }

    @Test("what only a value can show: an answer that is not HTTP, an end without TLS's, an unknown error")
    func values() {
        #expect(NetworkFault(HTTPParserError.headerOverflow).kind == .headTooLong)
        #expect(NetworkFault(HTTPParserError.invalidStatus).kind == .notHTTP)
        #expect(NetworkFault(NIOSSLError.uncleanShutdown).words == "the connection failed (uncleanShutdown)")
        #expect(NetworkFault(NIOSSLError.unableToValidateCertificate).kind == .untrusted)
        #expect(NetworkFault(NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))).kind == .noEncryption)
        #expect(NetworkFault(CancellationError()).kind == .other)
    }
}
