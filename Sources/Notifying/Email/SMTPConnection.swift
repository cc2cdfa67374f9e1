import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// An open connection to a mail server: sends lines, waits for replies, and carries out the decisions of `SMTPOpening` and
/// `SMTPTransaction`.
///
/// One task at a time. Any error closes it, as does cancelling the task.
final class SMTPConnection: Sendable {
    private let channel: any Channel
    private let replies: NIOLoopBound<SMTPReplies>
    private let timeouts: MailServer.Timeouts

    private init(_ channel: any Channel, _ replies: NIOLoopBound<SMTPReplies>, _ timeouts: MailServer.Timeouts) {
        (self.channel, self.replies, self.timeouts) = (channel, replies, timeouts)
    }

    /// Connects, encrypts and logs in. Throws `MailError`.
    static func open(_ server: MailServer) async throws -> (connection: SMTPConnection, extensions: SMTPExtensions) {
        let tls = try context(of: server)
        let connection: SMTPConnection
        do {
            connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(TimeAmount(server.timeouts.connect))
                .connect(host: server.host, port: server.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let replies = SMTPReplies(on: channel.eventLoop)
                        if server.security == .tls { try channel.pipeline.syncOperations.addHandler(Self.encryption(tls, server)) }
                        try channel.pipeline.syncOperations.addHandler(replies)
                        return SMTPConnection(channel, NIOLoopBound(replies, eventLoop: channel.eventLoop), server.timeouts)
                    }
                }
        } catch {
            throw MailError(of: error)
        }
        do {
            return (connection, try await connection.converse(SMTPOpening(server), tls, server))
        } catch {
            connection.close()
            throw error
        }
    }

    private func converse(_ opening: SMTPOpening, _ tls: NIOSSLContext, _ server: MailServer) async throws -> SMTPExtensions {
        var opening = opening
        var action = try opening.accept(await reply(within: timeouts.reply))
        while true {
            switch action {
            case .send(let line):
                try write(line)
                action = try opening.accept(await reply(within: timeouts.reply))
            case .encrypt:
                try await encrypt(tls, server)
                action = opening.secured()
            case .ready(let extensions): return extensions
            }
        }
    }

    /// Sends a message. `isUntouched`: the connection failed before the server accepted anything, so another one may be tried.
    func send(_ transaction: SMTPTransaction, _ extensions: SMTPExtensions) async -> (delivery: Delivery, isUntouched: Bool) {
        var transaction = transaction
        var action = transaction.begin(extensions)
        do {
            while true {
                switch action {
                case .send(let line):
                    try write(line)
                    let answer = try await reply(within: timeouts.reply)
                    // The server is about to close: RFC 5321, section 3.8.
                    if answer.code == 421 { throw MailError("takes nothing now: \(answer.description)") }
                    action = transaction.accept(answer)
                case .sendContent:
                    channel.writeAndFlush(ByteBuffer(bytes: transaction.content), promise: nil)
                    action = transaction.accept(try await reply(within: timeouts.acceptance))
                case .end(let delivery):
                    return (delivery, false)
                }
            }
        } catch {
            return (.later(nil, "the mail server \(error)"), !transaction.hasBegun)
        }
    }

    /// Whether it is open and the server has sent nothing unsolicited.
    func isUsable() async -> Bool {
        guard channel.isActive else { return false }
        return (try? await channel.eventLoop.submit { [replies] in replies.value.isQuiet }.get()) ?? false
    }

    /// Sends QUIT without waiting for the reply.
    func close() {
        guard channel.isActive else { return }
        channel.writeAndFlush(ByteBuffer(string: "QUIT\r\n"), promise: nil)
        channel.close(promise: nil)
    }

    /// Closes it after this time, unless the result is cancelled first.
    func close(after time: Duration) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: TimeAmount(time)) { [self] in close() }
    }

    // MARK: Input and output

    private func write(_ line: String) throws(MailError) {
        // Addresses have been validated and text encoded already; this also ensures that one line can't become two.
        guard !line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw MailError("is sent no line with a control character in it")
        }
        channel.writeAndFlush(ByteBuffer(string: line + "\r\n"), promise: nil)
    }

    private func reply(within time: Duration) async throws -> SMTPReply {
        try await withTaskCancellationHandler {
            try await channel.eventLoop.flatSubmit { [replies] in
                replies.value.next(within: TimeAmount(time), "\(Int(time / .seconds(1))) seconds")
            }.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// RFC 3207. Plaintext that an attacker injects after the server's reply must not be read as encrypted data.
    private func encrypt(_ tls: NIOSSLContext, _ server: MailServer) async throws {
        try await channel.eventLoop.submit { [channel, replies] in
            guard replies.value.isQuiet else { throw MailError("says more in the clear than it was asked") }
            try channel.pipeline.syncOperations.addHandler(Self.encryption(tls, server), position: .first)
        }.get()
    }

    private static func encryption(_ tls: NIOSSLContext, _ server: MailServer) throws -> NIOSSLClientHandler {
        let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
        return try NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : server.host)
    }

    private static func context(of server: MailServer) throws(MailError) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let file = server.authorities {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty else {
                throw MailError("is not asked: \(file.path) holds no certificate in PEM form")
            }
            configuration.trustRoots = .certificates(certificates)
        }
        do { return try NIOSSLContext(configuration: configuration) } catch { throw MailError("is not asked: \(error)") }
    }
}
