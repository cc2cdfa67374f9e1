package import BoardPages
package import Records
import Serving

/// Watches, price alerts, notices and their channels.
package struct FollowingFeature: Sendable {
    package let boards: KnownBoards
    /// nil if this server sends no notices.
    let messenger: Messenger?
    /// Signals a change of a price alert.
    let alerts: Bell
    /// Whether administrators can change the server's settings on a page.
    let hasSettings: Bool
    /// Limits channel tests and confirmation mails.
    let sending: SendingGuard

    package init(_ boards: KnownBoards, messenger: Messenger?, alerts: Bell, hasSettings: Bool) {
        (self.boards, self.messenger, self.alerts, self.hasSettings) = (boards, messenger, alerts, hasSettings)
        sending = SendingGuard(now: boards.site.now)
    }
}
