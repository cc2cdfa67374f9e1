package import BoardPages
package import Records
import Serving

/// Watches, price alerts, notices and their channels.
package struct FollowingFeature: Sendable {
    package let boards: KnownBoards
    /// nil if this server sends no notices.
    let messenger: Messenger?
    /// Rings when someone changes a price alert.
    let alerts: Bell
    /// Whether administrators can change the server's settings on a page.
    let hasSettings: Bool
    /// Of tests of channels, and of links that confirm an address.
    let sending: SendingGuard

    package init(_ boards: KnownBoards, messenger: Messenger?, alerts: Bell, hasSettings: Bool) {
        (self.boards, self.messenger, self.alerts, self.hasSettings) = (boards, messenger, alerts, hasSettings)
        sending = SendingGuard(now: boards.site.now)
    }
}
