import BoardPages
import Serving

/// The installed app: its worker, manifest, scripts and styles.
struct AppFeature: Sendable {
    let boards: KnownBoards
    /// The public key of Web Push, which browsers bind their subscriptions to; nil disables push.
    let pushKey: String?
    /// Whether shared documents can be listened to.
    let listens: Bool
    /// Whether people can add boards on a page.
    let addsBoards: Bool
}
