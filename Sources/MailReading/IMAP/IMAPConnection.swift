package import Fetching
package import Foundation
import NIOCore
import NIOPosix
import NIOSSL
package import Records

/// An open, read-only connection to a mailbox: folders are opened with `EXAMINE` and messages fetched with `BODY.PEEK`, so nothing is
/// marked or deleted.
///
/// Used by one task at a time. Cancelling that task closes it, as does an error or the end of `Timeouts.whole`.
package final class IMAPConnection: Sendable {
    package struct Timeouts: Hashable, Sendable {
        package var connect: Duration = .seconds(20)
        /// The timeout without any data.
        package var silence: Duration = .seconds(60)
        /// The time limit of the whole connection.
        package var whole: Duration = .seconds(900)

        package init() {}
    }

    /// An opened folder.
    package struct Folder: Hashable, Sendable {
        package let validity: Int
        package let mailCount: Int
        /// The number of the next mail, from 1, if the server announces it.
        package let nextNumber: Int?

        /// Parses the answer to `EXAMINE`. Throws `MailboxError`.
        init(_ reply: IMAPReply) throws {
            let codes = (reply.untagged + [reply.last]).compactMap(\.code)
            func number(_ code: String) -> Int? {
                codes.first { $0.first == code && $0.count > 1 }.flatMap { IMAPNumber.naming($0[1]) }
            }
            let count = reply.untagged.compactMap(\.values).first { $0.count == 2 && $0[1].word?.uppercased() == "EXISTS" }?[0].number
            guard let validity = number("UIDVALIDITY") else { throw MailboxError(.notMail, "it doesn't number its messages (UIDVALIDITY)") }
            (self.validity, mailCount, nextNumber) = (validity, count ?? 0, number("UIDNEXT"))
        }
    }

    private let channel: any NIOCore.Channel
    private let replies: NIOLoopBound<IMAPReplies>
    private let timeouts: Timeouts
    /// An error never repeats it, even where the server does.
    private let password: SecretText

    private init(
        _ channel: any NIOCore.Channel, _ replies: NIOLoopBound<IMAPReplies>, _ timeouts: Timeouts, _ password: SecretText
    ) {
        (self.channel, self.replies, self.timeouts, self.password) = (channel, replies, timeouts, password)
    }

    // MARK: Opening

    /// Connects, encrypts and signs in. Throws `MailboxError` and `CancellationError`.
    package static func open(
        _ account: DocumentMailbox.Account, at destination: Fetcher.Destination, _ timeouts: Timeouts = Timeouts()
    ) async throws -> IMAPConnection {
        guard [account.user, account.password.text(for: .itsServer), account.folder].allSatisfy(IMAPText.isPlain) else {
            throw MailboxError(.login, "a name or a password with a control character isn’t sent")
        }
        let context: NIOSSLContext
        do { context = try NIOSSLContext(configuration: destination.encryption) } catch { throw MailboxError(.encryption, "\(error)") }
        var failure: any Error = MailboxError(.unreachable, "it has no address")
        for address in destination.addresses {
            let connection: IMAPConnection
            do { connection = try await connect(to: address, account, context, timeouts) } catch {
                try Task.checkCancellation()
                failure = MailboxError.mapped(error)
                continue
            }
            do {
                try await connection.converse(IMAPOpening(account), context, account)
                return connection
            } catch {
                connection.close()
                throw MailboxError.mapped(error, without: account.password)
            }
        }
        throw failure
    }

    private static func connect(
        to address: SocketAddress, _ account: DocumentMailbox.Account, _ context: NIOSSLContext, _ timeouts: Timeouts
    ) async throws -> IMAPConnection {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(TimeAmount(timeouts.connect))
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let replies = IMAPReplies(on: channel.eventLoop)
                    if account.security == .tls {
                        try channel.pipeline.syncOperations.addHandler(Self.encryption(context, account.host))
                    }
                    try channel.pipeline.syncOperations.addHandler(replies)
                    let bound = NIOLoopBound(replies, eventLoop: channel.eventLoop)
                    let end = channel.eventLoop.scheduleTask(in: TimeAmount(timeouts.whole)) {
                        bound.value.fail(MailboxError(.interrupted, "it takes too long"))
                        channel.close(promise: nil)
                    }
                    channel.closeFuture.whenComplete { _ in end.cancel() }
                    return IMAPConnection(channel, bound, timeouts, account.password)
                }
            }
    }

    private func converse(_ opening: IMAPOpening, _ context: NIOSSLContext, _ account: DocumentMailbox.Account) async throws {
        var opening = opening
        var action = try opening.greeted(await reply(to: nil).last)
        var tag = ""
        while true {
            switch action {
            case .send(let words):
                tag = Self.nextTag(after: tag)
                action = try opening.accept(await send("\(tag) \(words)", tag))
            case .add(let words): action = try opening.accept(await send(words, tag))
            case .encrypt:
                try await encrypt(context, account.host)
                action = opening.secured()
            case .ready: return
            }
        }
    }

    /// Plaintext that an attacker injects after the server's reply must not be read as encrypted data.
    private func encrypt(_ context: NIOSSLContext, _ host: String) async throws {
        try await channel.eventLoop.submit { [channel, replies] in
            guard replies.value.isQuiet else { throw MailboxError(.encryption, "it says more in the clear than it was asked") }
            try channel.pipeline.syncOperations.addHandler(Self.encryption(context, host), position: .first)
        }.get()
    }

    private static func encryption(_ context: NIOSSLContext, _ host: String) throws -> NIOSSLClientHandler {
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    // MARK: Reading

    /// Opens a folder. Throws `MailboxError`, with the code `folder` if it doesn't exist.
    package func examine(_ name: String) async throws -> Folder {
        try Folder(await command("EXAMINE \(IMAPText.quoted(IMAPText.folder(name)))", orElse: .folder))
    }

    /// The numbers of the messages after a number, in order.
    package func mails(after last: Int) async throws -> [Int] {
        // `n:*` always includes the last mail.
        try await search("UID \(IMAPNumber.next(after: last)):*").filter { $0 > last }
    }

    /// The numbers of the messages received on or after that day, in order.
    package func mails(since date: Date) async throws -> [Int] { try await search("SINCE \(IMAPText.day(date))") }

    private func search(_ words: String) async throws -> [Int] {
        let reply = try await command("UID SEARCH \(words)", orElse: .notMail)
        let lists = reply.untagged.compactMap(\.values).filter { $0.first?.word?.uppercased() == "SEARCH" }
        return Set(lists.flatMap { $0.dropFirst() }.compactMap(\.mailNumber)).sorted()
    }

    /// The sizes in bytes of the messages that still exist, by number.
    package func sizes(of numbers: [Int]) async throws -> [Int: Int] {
        let reply = try await command("UID FETCH \(IMAPText.set(numbers)) (UID RFC822.SIZE)", orElse: .notMail)
        var sizes: [Int: Int] = [:]
        for found in reply.untagged.compactMap(\.fetched) {
            if let number = found["UID"]?.mailNumber, let size = found["RFC822.SIZE"]?.number { sizes[number] = size }
        }
        return sizes
    }

    /// A message, or only its headers if it is too large; nil if it has been deleted. Throws if it has more than `limit` bytes.
    package func mail(_ number: Int, headersOnly: Bool = false, limit: Int) async throws -> [UInt8]? {
        let part = headersOnly ? "BODY[HEADER]" : "BODY[]"
        let words = "UID FETCH \(number) (UID \(part.replacing("BODY", with: "BODY.PEEK")))"
        let reply = try await command(words, orElse: .notMail, bytes: limit)
        let found = reply.untagged.compactMap(\.fetched).first { $0["UID"]?.mailNumber == number }
        guard case .string(let bytes)? = found?[part] else { return nil }
        return bytes
    }

    /// Sends LOGOUT without waiting for the answer.
    package func close() {
        guard channel.isActive else { return }
        channel.writeAndFlush(ByteBuffer(string: "z LOGOUT\r\n"), promise: nil)
        channel.close(promise: nil)
    }

    // MARK: Internals

    private func command(_ words: String, orElse code: DocumentMailbox.Fault, bytes: Int? = nil) async throws -> IMAPReply {
        // Commands are sequential, so a single tag is sufficient.
        let reply = try await send("r \(words)", "r", bytes: bytes)
        guard reply.outcome == .ok else {
            close()
            throw MailboxError.mapped(MailboxError(code, "it answers \(reply.last.shown)"), without: password)
        }
        return reply
    }

    private func send(_ line: String, _ tag: String, bytes: Int? = nil) async throws -> IMAPReply {
        guard IMAPText.isPlain(line) else { throw MailboxError(.login, "a line with a control character isn’t sent") }
        return try await reply(to: tag, line, bytes: bytes)
    }

    private func reply(to tag: String?, _ line: String? = nil, bytes: Int? = nil) async throws -> IMAPReply {
        let result: Result<IMAPReply, any Error>
        do {
            result = .success(
                try await withTaskCancellationHandler {
                    try await channel.eventLoop.flatSubmit { [channel, replies, timeouts] in
                        let next = replies.value.next(tag, within: TimeAmount(timeouts.silence), bytes: bytes)
                        // Register the wait before sending, because the answer may be fast.
                        if let line { channel.writeAndFlush(ByteBuffer(string: line + "\r\n"), promise: nil) }
                        return next
                    }.get()
                } onCancel: {
                    channel.close(promise: nil)
                })
        } catch { result = .failure(error) }
        try Task.checkCancellation()
        do { return try result.get() } catch { throw MailboxError.mapped(error, without: password) }
    }

    private static func nextTag(after tag: String) -> String { "a\((Int(tag.dropFirst()) ?? 0) + 1)" }
}
