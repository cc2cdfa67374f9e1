import NIOCore

/// The replies of a connection, passed to its reader one at a time.
///
/// Isolated by its channel's event loop. Each wait has a deadline; after eight unsolicited replies the connection is closed.
final class SMTPReplies: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    static let unaskedLimit = 8

    private let eventLoop: any EventLoop
    private var parser = SMTPReplyParser()
    private var unread: [SMTPReply] = []
    private var waiter: (promise: EventLoopPromise<SMTPReply>, deadline: Scheduled<Void>)?
    private var failure: MailError?

    init(on eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Whether there is neither an unsolicited reply nor an error.
    var isQuiet: Bool { unread.isEmpty && parser.isBetweenReplies && failure == nil }

    /// The next reply. One caller at a time.
    func next(within time: TimeAmount, _ words: String) -> EventLoopFuture<SMTPReply> {
        if !unread.isEmpty { return eventLoop.makeSucceededFuture(unread.removeFirst()) }
        if let failure { return eventLoop.makeFailedFuture(failure) }
        let promise = eventLoop.makePromise(of: SMTPReply.self)
        let deadline = eventLoop.assumeIsolated().scheduleTask(in: time) { self.fail(MailError("gave no answer within \(words)")) }
        waiter = (promise, deadline)
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            for reply in try parser.parse(unwrapInboundIn(data).readableBytesView) {
                if let (promise, deadline) = waiter {
                    waiter = nil
                    deadline.cancel()
                    promise.succeed(reply)
                } else {
                    unread.append(reply)
                }
            }
            guard unread.count <= Self.unaskedLimit else { throw MailError("says more than it was asked") }
        } catch {
            fail(error as? MailError ?? MailError("\(error)"))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(MailError("closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(MailError(of: error))
        context.close(promise: nil)
    }

    /// Keeps the first error, because later ones are consequences.
    private func fail(_ error: MailError) {
        failure = failure ?? error
        guard let (promise, deadline) = waiter else { return }
        waiter = nil
        deadline.cancel()
        promise.fail(error)
    }
}
