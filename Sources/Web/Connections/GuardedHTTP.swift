import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Serving

/// HTTP/1 as in Hummingbird, for connections that `Connections` admits, with our handlers before and after its parser.
struct GuardedHTTP: ServerChildChannel {
    struct Refused: Error {}

    let http: HTTP1Channel
    let connections: Connections

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        guard let number = connections.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        Self.bound(channel)
        return http.setup(channel: channel, logger: logger).assumeIsolated().flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionHandler(connections, number)
            try pipeline.addHandler(connection, position: .first)
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestHandler(connection), position: .after(parser))
            return value
        }.nonisolated()
    }

    /// Limits the data prepared ahead of the client: a piece of a response in our buffers, and about as much in the kernel, which would
    /// otherwise hold megabytes (tcp(7), TCP_NOTSENT_LOWAT).
    private static func bound(_ channel: any NIOCore.Channel) {
        try? channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 16 << 10, high: 48 << 10))
        guard let descriptor = channel.descriptor else { return }
        var unsent = CInt(64 << 10)
        _ = setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<CInt>.size))
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await ConnectionLoop.$current.withValue(value.channel.eventLoop) { await http.handle(value: value, logger: logger) }
    }
}
