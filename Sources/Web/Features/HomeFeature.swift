import BoardPages
import Following
import QueuePages
import Serving

/// The home page, boards, and the parts that all views of a board share.
struct HomeFeature: Sendable {
    let boards: KnownBoards
    let queues: QueuesFeature
    let following: FollowingFeature
    let accounts: Accounts
    /// Whether administrators can change the server's settings on a page.
    let hasSettings: Bool
    /// Whether people can add boards on a page.
    let addsBoards: Bool
    /// The features with a card on the home page. Weak: the list holds this feature.
    weak let features: FeatureList?
}
