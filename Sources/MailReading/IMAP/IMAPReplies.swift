import NIOCore
import Records

/// The answers of a mail server, delivered per command.
///
/// Isolated by its channel's event loop. A wait ends after a period without data; unsolicited data are limited.
final class IMAPReplies: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The bytes permitted for an answer without a message, and for unsolicited data.
    static let defaultAllowance = 4 << 20

    private struct Waiter {
        /// nil for the greeting.
        let tag: String?
        let promise: EventLoopPromise<IMAPReply>
        let timeout: TimeAmount
        var deadline: Scheduled<Void>
    }

    private let eventLoop: any EventLoop
    private var reader = IMAPReader()
    private var allowance = defaultAllowance
    private var untagged: [IMAPResponse] = []
    private var waiter: Waiter?
    private var failure: (any Error)?
    /// The greeting, if it arrived before it was awaited.
    private var greeting: IMAPResponse?
    private var isGreeted = false
    /// Whether unsolicited data have arrived.
    private var isUnasked = false

    init(on eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Whether nothing has arrived after the last answer.
    var isQuiet: Bool { !isUnasked && reader.isBetweenResponses && failure == nil }

    /// One caller at a time. `bytes` limits the largest response.
    func next(_ tag: String?, within timeout: TimeAmount, bytes: Int? = nil) -> EventLoopFuture<IMAPReply> {
        if tag == nil, let greeting {
            (self.greeting, isGreeted) = (nil, true)
            return eventLoop.makeSucceededFuture(IMAPReply(outcome: .ok, untagged: [], last: greeting))
        }
        if let failure { return eventLoop.makeFailedFuture(failure) }
        reader.limit = bytes ?? IMAPReader.lineLimit
        allowance = Self.defaultAllowance + (bytes ?? 0)
        (untagged, isUnasked) = ([], false)
        let promise = eventLoop.makePromise(of: IMAPReply.self)
        waiter = Waiter(tag: tag, promise: promise, timeout: timeout, deadline: deadline(in: timeout))
        return promise.futureResult
    }

    private func deadline(in time: TimeAmount) -> Scheduled<Void> {
        eventLoop.assumeIsolated().scheduleTask(in: time) { self.fail(MailboxError(.interrupted, "it gave no answer")) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        if let timeout = waiter?.timeout {
            waiter?.deadline.cancel()
            waiter?.deadline = deadline(in: timeout)
        }
        do {
            allowance -= bytes.count
            guard allowance >= 0 else { throw MailboxError(.notMail, "it sends more than it was asked") }
            for response in try reader.parse(bytes) { try accept(response) }
        } catch {
            fail(error)
            context.close(promise: nil)
        }
    }

    private func accept(_ response: IMAPResponse) throws {
        guard let waiter else {
            if isGreeted || greeting != nil { isUnasked = true } else { greeting = response }
            return
        }
        guard let tag = waiter.tag else {
            isGreeted = true
            return end(IMAPReply(outcome: .ok, untagged: [], last: response))
        }
        switch response.tag {
        case "*": untagged.append(response)
        case "+": end(IMAPReply(outcome: .more, untagged: untagged, last: response))
        case tag:
            guard let outcome = Self.outcomes[response.status?.word ?? ""] else { throw Self.isOther(response) }
            end(IMAPReply(outcome: outcome, untagged: untagged, last: response))
        default: throw Self.isOther(response)
        }
    }

    private static let outcomes: [String: IMAPReply.Outcome] = ["OK": .ok, "NO": .no, "BAD": .bad]

    private static func isOther(_ response: IMAPResponse) -> MailboxError {
        MailboxError(.notMail, "it doesn’t speak IMAP: \(response.shown)")
    }

    private func end(_ reply: IMAPReply) {
        guard let waiter else { return }
        self.waiter = nil
        untagged = []
        waiter.deadline.cancel()
        waiter.promise.succeed(reply)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(MailboxError(.interrupted, "it closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(MailboxError.mapped(error))
        context.close(promise: nil)
    }

    /// Keeps the first error, because later ones are consequences.
    func fail(_ error: any Error) {
        let cause = failure ?? error
        failure = cause
        guard let waiter else { return }
        self.waiter = nil
        waiter.deadline.cancel()
        waiter.promise.fail(cause)
    }
}
