import Fetching
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Notifying
import Queueing
import Records
package import Serving
import Storage
import Watching

/// `/queue/<name>/push`: browsers subscribed to a ticket while its page is closed. Needs the ticket's link but no account.
///
/// Accepts requests from our own pages only, with a rate limit per address, a limit per ticket and queue (`TicketListener`), and only the
/// push services of browsers (`PushServices`). The address guard of `Fetching` applies, as for every push.
package struct TicketPush: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let page: GuestPage

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        page = try GuestPage(feature, context)
    }

    /// `{"ticket": "…", "ahead": 2, "isLinked": false, "subscription": …}`: `ticket` is its link, `subscription` the result of
    /// `PushSubscription.toJSON()`.
    package func subscribe(_ request: Request) async throws -> Response {
        try check(request)
        guard feature.pushKey != nil else {
            throw Refusal(.notFound, "Push notices aren’t set up on this server. Ask your administrator.")
        }
        let asked = try await request.json(as: Subscribing.self)
        guard TicketListener.choices.contains(asked.ahead), asked.subscription.endpoint.scheme == .https else {
            throw Refusal(.unprocessableContent, "Tidings can’t read this.")
        }
        guard feature.pushServices.takes(asked.subscription) else {
            throw Refusal(.unprocessableContent, "Tidings doesn’t know this browser’s push service.")
        }
        let mine = try await page.mine(asked.ticket)
        guard mine.ticket.state.isLive else { throw Refusal(.conflict, "That’s no longer possible: this number isn’t waiting.") }
        let address = asked.isLinked ?? false ? page.paths.ticket(mine.link) : page.paths.page
        let listener = TicketListener(
            ticket: mine.ticket.id, queue: mine.ticket.queue, endpoint: asked.subscription.endpoint.description,
            address: try asked.subscription.stored, language: context.words.language, page: String(address.dropFirst()), ahead: asked.ahead)
        guard try await feature.store.queues.add(listener, whileAhead: Self.ahead(mine)) else {
            throw Refusal(.conflict, "This queue can’t notify more phones. Please watch the display.")
        }
        try await catchUp(mine, listener)
        var answer = JSONLine()
        answer.add("ahead", asked.ahead)
        return .json(answer.closed, status: .created)
    }

    /// `{"ticket": "…", "endpoint": "https://…"}`.
    package func unsubscribe(_ request: Request) async throws -> Response {
        try check(request)
        let asked = try await request.json(as: Unsubscribing.self)
        try await feature.store.queues.removeListener(of: try await page.mine(asked.ticket).ticket.id, at: asked.endpoint)
        return Response(status: .noContent)
    }

    private func check(_ request: Request) throws {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this.") }
        try feature.subscribing.check(context)
    }

    /// The queue may have moved between reading it and storing the listener. Commits after that point have already notified it.
    private func catchUp(_ before: GuestModel.Mine, _ listener: TicketListener) async throws {
        guard let place = try await page.desk.place(of: listener.ticket) else { return }
        let (was, mine) = (before.ticket, GuestModel.Mine(place: place, link: before.link, now: .system()))
        if mine.kind == .called, mine.ticket.calls > was.calls {
            try await feature.store.queues.postTurn(
                of: mine.ticket, isFirst: mine.ticket.called != was.called, to: listener.endpoint, at: mine.now)
        } else if Self.ahead(before) > listener.ahead, Self.ahead(mine) <= listener.ahead {
            try await feature.store.queues.postNear(QueueWriting.Front(ticket: listener.ticket, ahead: place.ahead, at: mine.now))
        } else {
            return
        }
        feature.signal.send()
    }

    /// A postponed ticket doesn't count as near.
    private static func ahead(_ mine: GuestModel.Mine) -> Int { mine.kind == .waiting ? mine.place.ahead : .max }

    private struct Subscribing: Decodable {
        let ticket: String
        let ahead: Int
        let isLinked: Bool?
        let subscription: PushSubscription
    }

    private struct Unsubscribing: Decodable {
        let ticket: String
        let endpoint: String
    }
}
