import Broadcasting
import HTTPTypes
package import Hummingbird
import NIOCore
import Records
package import Serving

/// `/live/queue` and `/live/queue/<name>`: the events of a queue as server-sent events; without a name, of the first queue.
///
/// Readers of the queue's board may follow it. The connection is handed over (`HandingOver`), so a follower costs forty bytes and no task.
package struct QueueEvents: Sendable {
    package let feature: QueuesFeature
    package let context: PageContext

    package init(_ feature: QueuesFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    package func events(for request: Request) async throws -> Response {
        guard let feed = feature.live?.feed(context.parameters.get("queue")) else { throw Refusal(.notFound) }
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        guard feed.plan.isPublic || isReader else {
            throw Refusal(.unauthorized, text: "Sign in, or send a token.", headers: [.wwwAuthenticate: #"Bearer realm="Tidings""#])
        }
        guard !feed.events.isFull(for: context.client) else { throw Refusal.tooManyFollow }
        // The follower may come from a server that was a moment ahead.
        if let last = request.lastEvent, feed.events.isBehind(last) { await feature.live?.catchUp(feed.plan.name) }
        return .following(feed.events, context, request)
    }
}
