import NIOCore
import NIOPosix
import NIOSSL

/// A server on 127.0.0.1 that answers `hello` over TLS with this certificate.
func withTLSServer(_ certificate: String, _ key: String, _ body: (Int) async throws -> Void) async throws {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { NIOSSLCertificateSource.certificate($0) }
    let context = try NIOSSLContext(
        configuration: .makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))))
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([NIOSSLServerHandler(context: context), Greeting()])
        }
    }.bind(host: "127.0.0.1", port: 0).get()
    let result: Result<Void, any Error>
    do { result = .success(try await body(server.localAddress?.port ?? 0)) } catch { result = .failure(error) }
    try await server.close()
    try result.get()
}

private final class Greeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}
