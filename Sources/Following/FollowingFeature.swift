package import BoardPages
import Foundation
package import Records
import Serving

/// Watches, price alerts, notices and their channels.
package struct FollowingFeature: Sendable {
    package let boards: KnownBoards
    /// nil if this server sends no notices.
    let messenger: Messenger?
    /// Sent when a price alert changes.
    let alerts: AsyncSignal
    /// Whether administrators can change the server's settings on a page.
    let hasSettings: Bool
    /// Limits channel tests and confirmation messages.
    let sending: SendingGuard
    /// Limits the host look-ups that a person causes by adding channels.
    private let lookups: SendingGuard

    package init(_ boards: KnownBoards, messenger: Messenger?, alerts: AsyncSignal, hasSettings: Bool) {
        (self.boards, self.messenger, self.alerts, self.hasSettings) = (boards, messenger, alerts, hasSettings)
        sending = SendingGuard(now: boards.site.now)
        lookups = SendingGuard(capacity: 30, now: boards.site.now)
    }

    /// The host that channels can't reach; nil: they can reach it, or no server is given. Throws a refusal if the person asks too often.
    func refusedHost(_ server: URL?, for person: Person) async throws -> String? {
        guard let messenger, let server else { return nil }
        try lookups.check(person)
        return await messenger.refuses(server) ? server.host ?? "" : nil
    }
}
