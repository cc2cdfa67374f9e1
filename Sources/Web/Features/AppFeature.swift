import BoardPages
import Serving

/// The installed app: its worker, manifest, scripts and styles.
struct AppFeature: Sendable {
    let boards: KnownBoards
    /// The public key of Web Push, which browsers tie their subscriptions to; nil turns push off.
    let pushKey: String?
    /// Whether what is shared can be listened to.
    let listens: Bool
    /// Whether people can add boards on a page.
    let addsBoards: Bool
}
