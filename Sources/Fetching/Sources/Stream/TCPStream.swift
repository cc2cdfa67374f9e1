package import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// An endless TCP stream: `source: { tcp: host:port }`.
///
/// `AddressGuard` checks all addresses of the name, and the connection goes to one of these addresses without a second lookup. Nothing is
/// sent. At most 16 KB are read at a time, and only after the previous bytes have been consumed, so a fast sender must wait and memory is
/// bounded. The end of the connection is an error.
package enum TCPStream: SourceKind {
    package static let key: String? = "tcp"
    package static let options = ["gives", "keeps", "silence"]
    package static let schemes = ["tcp"]
    package static let example = "tcp://numbers.example:7201"
    package static let deliveries = [SourceDelivery.upsert, .append]
    package static let isEndless = true
    // A stream never ends, so it would occupy its place in the queue forever.
    package static let waitsInLine = false

    package static func address(_ written: String) -> URL? {
        let text = written.contains("://") ? written : "tcp://" + written
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "tcp", parts.host?.isEmpty == false,
            let port = parts.port, (1...65_535).contains(port), parts.user == nil, parts.path.isEmpty, parts.query == nil,
            parts.fragment == nil
        else { return nil }
        return parts.url
    }

    package static func open(_ request: Request, by fetcher: Fetcher) async throws -> OpenResponse {
        let shown = request.url.absoluteString
        guard address(shown) != nil else { throw FetchError(.refused, at: shown, "isn't an address like \(example)") }
        let addresses = try await fetcher.addresses.destinations(of: request.url, listedToo: request.reachesListed)
        let timeout = min(fetcher.configuration.connectTimeout, request.timeouts.firstByte)
        var failure: any Error = FetchError(.unreachable, at: shown, "there is no such host", isUnlisted: true)
        for address in addresses {
            let pieces: TCPPieces
            do { pieces = try await .connect(to: address, within: timeout) } catch let error where !(error is CancellationError) {
                try Task.checkCancellation()
                failure = FetchError(.unreachable, at: shown, NetworkFault(error).words)
                continue
            }
            return try await opened(pieces, at: request.url)
        }
        throw failure
    }

    /// Returns the head when the first bytes arrive.
    private static func opened(_ pieces: TCPPieces, at url: URL) async throws -> OpenResponse {
        let shown = url.absoluteString
        guard let first = try await pieces.next(of: shown, after: 0) else {
            throw FetchError(.unreachable, at: shown, "the connection was closed before the first byte")
        }
        let state = Mutex<(first: [UInt8]?, received: Int)>((first, 0))
        return OpenResponse(head: ResponseHead(url: url, status: 200, headers: [], expectedBytes: nil)) {
            let (held, received) = state.withLock { state in
                defer { state.first = nil }
                return (state.first, state.received)
            }
            let piece: [UInt8]
            if let held {
                piece = held
            } else {
                guard let next = try await pieces.next(of: shown, after: received) else {
                    throw FetchError(.truncated, at: shown, "closed the connection after \(received) bytes")
                }
                piece = next
            }
            state.withLock { $0.received += piece.count }
            return BodyPiece(bytes: piece)
        }
    }
}

/// Reads a connection's bytes on demand, and writes. Closes the connection with its last reference.
final class TCPPieces: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<PieceHandler>

    /// Must be called on the channel's event loop.
    init(_ channel: any Channel) throws {
        self.channel = channel
        let handler = PieceHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    deinit { channel.close(promise: nil) }

    /// Connects to a resolved and allowed address.
    static func connect(to address: SocketAddress, within timeout: Duration) async throws -> TCPPieces {
        let opening = Mutex<(any Channel)?>(nil)
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .channelOption(.autoRead, value: false)
                .channelOption(.maxMessagesPerRead, value: 1)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .connectTimeout(TimeAmount(timeout))
                .connect(to: address) { channel in
                    opening.withLock { $0 = channel }
                    return channel.eventLoop.makeCompletedFuture { try TCPPieces(channel) }
                }
        } onCancel: {
            opening.withLock { $0 }?.close(promise: nil)
        }
    }

    /// Returns when the system has accepted the bytes.
    func write(_ bytes: [UInt8]) async throws {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// The next non-empty piece; nil at the end. One call at a time.
    func next(of url: String, after received: Int) async throws -> [UInt8]? {
        do {
            return try await withTaskCancellationHandler {
                try Task.checkCancellation()
                return try await channel.eventLoop.flatSubmit { [channel, handler] in handler.value.next(of: channel) }.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch let error where !(error is CancellationError) {
            try Task.checkCancellation()
            throw FetchError(.truncated, at: url, "broke off after \(received) bytes: \(NetworkFault(error).words)")
        }
    }
}

/// Confined to the channel's event loop.
private final class PieceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var held: [UInt8]?
    private var waiting: EventLoopPromise<[UInt8]?>?
    private var end: Result<[UInt8]?, any Error>?

    func next(of channel: any Channel) -> EventLoopFuture<[UInt8]?> {
        if let held {
            self.held = nil
            return channel.eventLoop.makeSucceededFuture(held)
        }
        if let end { return channel.eventLoop.makeCompletedFuture(end) }
        let promise = channel.eventLoop.makePromise(of: [UInt8]?.self)
        waiting = promise
        channel.read()
        return promise.futureResult
    }

    /// An accepted connection may be read before it is active.
    func channelActive(context: ChannelHandlerContext) {
        if waiting != nil { context.read() }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        guard !bytes.isEmpty else { return }
        if let waiting {
            self.waiting = nil
            waiting.succeed(bytes)
        } else {
            held = (held ?? []) + bytes
        }
    }

    func channelInactive(context: ChannelHandlerContext) { finish(.success(nil)) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.failure(error))
        context.close(promise: nil)
    }

    private func finish(_ result: Result<[UInt8]?, any Error>) {
        if end == nil { end = result }
        waiting?.completeWith(result)
        waiting = nil
    }
}
