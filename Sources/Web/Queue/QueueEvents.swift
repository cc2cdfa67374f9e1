import Broadcasting
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import Storage

/// `/live/queue` and `/live/queue/<name>`: what happens in a queue, as server-sent events; the first queue where none is named.
///
/// Who may read the queue's board may follow it. The connection is handed over (`HandingOver`), so that a follower costs forty bytes and no task.
struct QueueEvents: Sendable {
    private static let lastEventID = HTTPField.Name("Last-Event-ID")!
    let site: Site
    let context: PageContext

    init(_ site: Site, _ context: PageContext) {
        self.site = site
        self.context = context
    }

    func events(for request: Request) throws -> Response {
        guard let feed = site.live?.feed(context.parameters.get("queue")) else { throw HTTPError(.notFound) }
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        guard feed.plan.isPublic || isReader else {
            throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer realm=\"Tidings\""], message: "Log in, or send a token.")
        }
        guard !feed.events.isFull else {
            throw HTTPError(
                .serviceUnavailable, headers: [.retryAfter: "30"], message: "As many follow live events as may. Try again in half a minute."
            )
        }
        // A page that opens a stream anew names the event in the address, a browser that has lost one in the header.
        let last = request.headers[Self.lastEventID] ?? request.uri.queryParameters["after"].map { String($0) }
        context.handover.offer(feed.events, last: last)
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        return Response(status: .ok, headers: headers, body: Self.body(request, feed.events, last))
    }

    /// For a connection that cannot be handed over.
    private static func body(_ request: Request, _ feed: EventFeed, _ last: String?) -> ResponseBody {
        ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                for await frame in feed.frames(last: last) { try await writer.write(ByteBuffer(bytes: frame)) }
            }
            try await writer.finish(nil)
        }
    }
}
