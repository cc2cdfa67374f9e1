import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on 127.0.0.1 whose answers a test can replace.
///
/// Accepts any message and keeps it as received (including dot-stuffing). A script is called before each answer with the received line
/// (`""` for the greeting, `"."` for the end of a message); nil keeps the default answer.
final class StandInMailServer: Sendable {
    enum Answer: Sendable {
        case say(String)
        /// Sends it and starts encryption; for STARTTLS.
        case encrypt(String)
        case close
        case silence
    }

    typealias Script = @Sendable (_ line: String, _ connection: Int) -> Answer?

    struct Heard: Sendable {
        var lines: [String] = []
        /// For each line, whether the connection was encrypted.
        var wereSecure: [Bool] = []
        var messages: [String] = []
        var connectionCount = 0
    }

    let port: Int
    private let channel: any Channel
    private let talk: Talk

    var heard: Heard { talk.heard.withLock { $0 } }

    /// Extensions: the lines after the first of its EHLO answer.
    init(extensions: [String] = ["STARTTLS", "SIZE 1000000"], isEncrypted: Bool = false, _ script: @escaping Script = { _, _ in nil })
        async throws
    {
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem))))
        let talk = Talk(extensions: extensions, script: script)
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if isEncrypted { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Conversation(talk, tls, isSecure: isEncrypted))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port else { throw CancellationError() }
        self.port = port
        self.talk = talk
    }

    func close() async throws { try await channel.close() }

    /// The state shared by its connections.
    final class Talk: Sendable {
        let extensions: [String]
        let script: Script
        let heard = Mutex(Heard())

        init(extensions: [String], script: @escaping Script) { (self.extensions, self.script) = (extensions, script) }
    }

    private final class Conversation: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let talk: Talk
        private let tls: NIOSSLContext
        private var isSecure: Bool
        private var number = 0
        private var received: [UInt8] = []
        private var message: [String]?

        init(_ talk: Talk, _ tls: NIOSSLContext, isSecure: Bool) { (self.talk, self.tls, self.isSecure) = (talk, tls, isSecure) }

        func channelActive(context: ChannelHandlerContext) {
            number = talk.heard.withLock { heard in
                heard.connectionCount += 1
                return heard.connectionCount
            }
            answer("", context)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Array(unwrapInboundIn(data).readableBytesView)
            while let end = received.firstRange(of: Array("\r\n".utf8)) {
                let line = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeSubrange(..<end.upperBound)
                if message != nil, line != "." {
                    message?.append(line)
                    continue
                }
                if let whole = message { talk.heard.withLock { $0.messages.append(whole.map { $0 + "\r\n" }.joined()) } }
                message = nil
                talk.heard.withLock { heard in
                    heard.lines.append(line)
                    heard.wereSecure.append(isSecure)
                }
                answer(line, context)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func answer(_ line: String, _ context: ChannelHandlerContext) {
            switch talk.script(line, number) ?? defaultAnswer(line) {
            case .silence: break
            case .close: context.close(promise: nil)
            case .say(let text):
                if text.hasPrefix("354") { message = [] }
                context.writeAndFlush(NIOAny(ByteBuffer(string: text + "\r\n")), promise: nil)
            case .encrypt(let text):
                context.writeAndFlush(NIOAny(ByteBuffer(string: text + "\r\n")), promise: nil)
                isSecure = true
                // A failure appears in the test as a stalled connection.
                try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
            }
        }

        private var extensions: [String] { talk.extensions.filter { !(isSecure && $0 == "STARTTLS") } }

        private func defaultAnswer(_ line: String) -> Answer {
            switch line.prefix(4).uppercased() {
            case "": .say("220 mail.example ESMTP")
            case "EHLO":
                .say((["mail.example"] + extensions.dropLast()).map { "250-\($0)\r\n" }.joined() + "250 \(extensions.last ?? "ok")")
            case "STAR": .encrypt("220 go ahead")
            case "AUTH": .say("235 2.7.0 welcome")
            case "DATA": .say("354 go ahead")
            case "QUIT": .say("221 bye")
            default: .say("250 2.0.0 ok")
            }
        }
    }
}
