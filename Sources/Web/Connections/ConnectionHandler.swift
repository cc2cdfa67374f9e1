import Glibc
import NIOCore
import NIOHTTP1

/// Carries out the decisions of `ConnectionPace`: the first handler of a connection, before bytes are parsed.
///
/// Has one timer, which is replaced only if it would fire too late. Runs on the event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// How long a refused client has to read the response before the connection is closed.
    private static let linger = TimeAmount.seconds(1)
    /// How long a response may still take at shutdown. A connection that arrives at that moment may never be answered.
    private static let farewell = TimeAmount.seconds(20)

    private let connections: Connections
    private let number: ConnectionBook.Number
    private var pace: ConnectionPace
    private var isSilent = true
    private var timer: Scheduled<Void>?
    private var armed: ContinuousClock.Instant?
    private var context: ChannelHandlerContext?
    private var written = 0
    /// The value last reported to `Connections`.
    private var held = 0
    /// Whether incoming bytes are ignored.
    private(set) var isOver = false

    init(_ connections: Connections, _ number: ConnectionBook.Number) {
        self.connections = connections
        self.number = number
        pace = ConnectionPace(connections.configuration.pace, at: .now)
    }

    var isIdle: Bool { pace.isIdle }

    func note(_ event: ConnectionPace.Event) {
        guard !isOver, let context else { return }
        let action = pace.event(event, at: .now)
        if pace.isIdle != isSilent {
            isSilent = pace.isIdle
            connections.note(number, isSilent: isSilent)
        }
        switch action {
        case .wait(let deadline): if let deadline { arm(deadline, context) }
        case .close: close(context)
        case .refuse: refuse(.requestTimeout)
        }
    }

    /// Sends the status and ends the connection.
    func refuse(_ status: HTTPResponseStatus) {
        guard !isOver, let context else { return }
        let head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: head))), promise: nil)
        finish()
    }

    /// Ends the connection once everything written has been sent. Closing a socket with unread bytes discards its last response, so the
    /// socket stays open for a moment, and its input is ignored.
    func finish() {
        guard !isOver, let context else { return }
        isOver = true
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: Self.linger) { channel.close(promise: nil) }
        context.close(mode: .output, promise: nil)
    }

    private func close(_ context: ChannelHandlerContext) {
        isOver = true
        context.close(promise: nil)
    }

    private func arm(_ deadline: ContinuousClock.Instant, _ context: ChannelHandlerContext) {
        if let armed, armed <= deadline { return }
        timer?.cancel()
        armed = deadline
        let wait = max(.milliseconds(1), ContinuousClock.now.duration(to: deadline))
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(wait)) { [self] in
            armed = nil
            noteHeld(context)
            note(.wakes(written: written, unacknowledged: unacknowledged))
        }
    }

    /// Written bytes that the peer hasn't acknowledged: those in our buffers, and those in the kernel's (tcp(7), SIOCOUTQ).
    private var unacknowledged: Int {
        guard let channel = context?.channel else { return 0 }
        let ours = buffered(in: channel)
        var kernels: CInt = 0
        if let descriptor = channel.descriptor { _ = ioctl(descriptor, UInt(TIOCOUTQ), &kernels) }
        return ours + Int(kernels)
    }

    private func buffered(in channel: any Channel) -> Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Smaller responses are sent at once and don't count.
    private static let smallest = 4096

    private func noteHeld(_ context: ChannelHandlerContext) {
        let now = buffered(in: context.channel)
        let counted = now < Self.smallest ? 0 : now
        guard counted != held else { return }
        held = counted
        connections.note(number, holds: counted)
    }

    // MARK: Channel events

    /// The server is shutting down: open responses may be finished, within a time limit.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        note(.reads)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        (timer, self.context) = (nil, nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        note(.received(unwrapInboundIn(data).readableBytes))
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        note(.pauses)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        note(.reads)
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        note(.writes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        noteHeld(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        noteHeld(context)
        context.fireChannelWritabilityChanged()
    }
}

/// Works on parsed requests: refuses ambiguous ones, and reports when a request and its response begin and end.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler
    private var isInBody = false
    /// The refusal to send once all earlier requests have been answered.
    private var refusal: HTTPResponseStatus?
    private var isBroken = false

    init(_ connection: ConnectionHandler) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard refusal == nil, !connection.isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let refusal = RequestFraming.refusal(of: head) { return refuse(refusal) }
            isInBody = true
            connection.note(.head)
        case .body: break
        case .end:
            isInBody = false
            connection.note(.end)
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A body that breaks off always counts as its sender's fault. Its reader gets an error, even if we cut it off ourselves: a body
        // that just ended would look complete.
        if isInBody {
            isBroken = true
            return context.fireErrorCaught(error is HTTPParserError ? error : HTTPParserError.invalidEOFState)
        }
        guard !connection.isOver, refusal == nil else { return }
        if error is HTTPParserError {
            refuse(.badRequest)
        } else {
            context.fireErrorCaught(error)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        context.writeAndFlush(data, promise: promise)
        connection.note(.answered)
        if isBroken { connection.finish() } else if let refusal, connection.isIdle { connection.refuse(refusal) }
    }

    private func refuse(_ status: HTTPResponseStatus) {
        refusal = status
        if connection.isIdle { connection.refuse(status) }
    }
}
