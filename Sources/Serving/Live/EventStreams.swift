package import Broadcasting
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import Records
import ServiceLifecycle

extension Refusal {
    package static let tooManyFollow = Refusal(
        .serviceUnavailable, text: "The limit of live connections is reached. Try again in half a minute.", headers: [.retryAfter: "30"])
}

extension Request {
    private static let lastEventID = HTTPField.Name("Last-Event-ID")!

    /// The id of the last event that a follower has; nil if it has none.
    package var lastEvent: String? { headers[Self.lastEventID] ?? uri.queryParameters["after"].map { String($0) } }
}

extension Response {
    /// Follows a feed of events, on a connection that is handed over if possible (`HandingOver`). nil: only the head is requested.
    ///
    /// A page that reopens a stream names the last event in the address; a browser that reconnects names it in the header.
    package static func following(_ feed: EventFeed?, _ context: PageContext, _ request: Request) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        guard let feed else { return Response(status: .ok, headers: headers) }
        let last = request.lastEvent
        if feed.isSent { context.handover.offer(feed, last: last, from: context.client) }
        // For a connection that can't be handed over.
        let body = ResponseBody { writer in
            try await request.body.whileClientWaits {
                for await frame in feed.frames(last: last).cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(bytes: frame)) }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension EventFeed {
    /// Unique to a run of the server: its start time and random bits.
    package static func newEpoch() -> String {
        String(UInt64(clamping: Date().timeIntervalSince1970 * 1000) << 16 | UInt64.random(in: 0...0xFFFF), radix: 36)
    }
}
