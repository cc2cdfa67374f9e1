import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1 as Hummingbird speaks it, for connections that `Connections` lets in, with our handlers before and behind its parser.
struct GuardedHTTP: ServerChildChannel {
    struct Refused: Error {}

    let http: HTTP1Channel
    let connections: Connections

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        guard let number = connections.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Refused())
        }
        return http.setup(channel: channel, logger: logger).assumeIsolated().flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let connection = ConnectionHandler(connections, number)
            try pipeline.addHandler(connection, position: .first)
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestHandler(connection), position: .after(parser))
            return value
        }.nonisolated()
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
