import NIOCore
import NIOPosix

/// One connection to a feed.
struct Feed {
    private let client: QueueClient

    init(_ client: QueueClient) { self.client = client }

    /// Passes on each number that differs from the one before. Ends by throwing: a `QueueClientError`, or a cancellation.
    func read(_ hand: (Int32) -> Void) async throws {
        let channel = try await connect()
        try await channel.executeThenClose { numbers in
            var last: Int32?
            do {
                for try await number in numbers where number != last {
                    last = number
                    hand(number)
                }
            } catch let error as QueueClientError {
                throw error
            } catch let error where !(error is CancellationError) {
                throw QueueClientError(.broken, "the connection broke: \(error)")
            }
        }
        try Task.checkCancellation()
        throw QueueClientError(.closed, "the feed closed the connection")
    }

    private func connect() async throws -> NIOAsyncChannel<Int32, Never> {
        let silence = TimeAmount(client.silence)
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(TimeAmount(client.connectTimeout))
                .connect(host: client.host, port: client.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(IdleStateHandler(readTimeout: silence))
                        try pipeline.addHandler(SilenceIsLoss())
                        try pipeline.addHandler(ByteToMessageHandler(WordDecoder()))
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> any Error {
        let place = "\(client.host), port \(client.port)"
        guard let error = error as? NIOConnectionError else { return Self.failure(error, at: place) }
        // All addresses failed; the first one's error is the most informative.
        guard let first = error.connectionErrors.first?.error else {
            return QueueClientError(.unknownHost, "\(client.host) is not known")
        }
        return Self.failure(first, at: place)
    }

    private static func failure(_ error: any Error, at place: String) -> any Error {
        switch error {
        case is CancellationError: error
        case ChannelError.connectTimeout: QueueClientError(.timedOut, "\(place) does not answer")
        case let error as IOError where error.errnoCode == ECONNREFUSED: QueueClientError(.refused, "nothing listens at \(place)")
        case let error as IOError where error.errnoCode == ETIMEDOUT: QueueClientError(.timedOut, "\(place) does not answer")
        default: QueueClientError(.unreachable, "\(place) cannot be reached: \(error)")
        }
    }
}

/// Every four bytes are a number, in chunks of any size.
struct WordDecoder: ByteToMessageDecoder {
    typealias InboundOut = Int32

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
        guard let number = buffer.readInteger(as: Int32.self) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(number))
        return .continue
    }

    mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        while decode(context: context, buffer: &buffer) == .continue {}
        let count = buffer.readableBytes
        buffer.clear()
        guard count == 0 || !seenEOF else {
            throw QueueClientError(.cut, "the connection ended after \(count) of the four bytes of a number")
        }
        return .needMoreData
    }
}

private final class SilenceIsLoss: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? IdleStateHandler.IdleStateEvent, event == .read else {
            return context.fireUserInboundEventTriggered(event)
        }
        context.fireErrorCaught(QueueClientError(.silent, "nothing was heard for too long"))
        context.close(promise: nil)
    }
}
