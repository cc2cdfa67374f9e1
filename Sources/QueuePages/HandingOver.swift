import Broadcasting
import Glibc
import HTTPTypes
package import Hummingbird
import NIOCore
package import Serving

/// Takes connections with endless responses out of the HTTP server and passes them to the `Broadcaster`.
///
/// It wraps all other middleware, so a request has been counted, authorised and given its headers before its connection is handed over. The
/// descriptor is duplicated and the channel closed: the channel leaves the event loop and its task ends, while the duplicate keeps the
/// connection open. Later writes to the channel are discarded. [Decision 21](../../../Docs/Decisions/0021-handing-connections-over.md)
package struct HandingOver<Inner: HTTPResponder>: HTTPResponder where Inner.Context == PageContext {
    private let inner: Inner

    package init(inner: Inner) { self.inner = inner }

    package func respond(to request: Request, context: PageContext) async throws -> Response {
        let response = try await inner.respond(to: request, context: context)
        guard let (feed, last, address) = context.handover.taken, request.method == .get, response.status == .ok,
            let descriptor = await Self.descriptor(of: context.channel)
        else { return response }
        feed.take(descriptor, head: Self.head(of: response), last: last, from: address)
        return Response(status: .ok)
    }

    /// The connection's descriptor, now owned by the caller; nil if it can't be taken, in which case nothing has changed.
    private static func descriptor(of channel: any Channel) async -> CInt? {
        let taken = try? await channel.eventLoop.submit { () -> CInt? in
            // Pending output would be lost.
            guard channel.isActive, try channel.syncOptions?.getOption(.bufferedWritableBytes) == 0 else { return nil }
            return try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                fcntl($0, F_DUPFD_CLOEXEC, 0)
            }
        }.get()
        guard let descriptor = taken ?? nil, descriptor >= 0 else { return nil }
        // Fails if the client has disconnected, which the broadcaster also detects.
        try? await channel.close()
        return descriptor
    }

    /// Without a length or chunked encoding, the response ends with the connection (RFC 9112, section 6.3), so `Connection: close` is sent.
    private static func head(of response: Response) -> String {
        var text = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        for field in response.headers { text += "\(field.name.rawName): \(field.value)\r\n" }
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        var date = [CChar](repeating: 0, count: 40)
        strftime(&date, date.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        let written = date.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return text + "Connection: close\r\nDate: \(String(decoding: written, as: UTF8.self))\r\nServer: Tidings\r\n\r\n"
    }
}
