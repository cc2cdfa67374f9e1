import BoardPages
import Following
import QueuePages
import Serving

/// The first page, boards, and what every view of a board has.
struct HomeFeature: Sendable {
    let boards: KnownBoards
    let queues: QueuesFeature
    let following: FollowingFeature
    let accounts: Accounts
    /// Whether administrators can change the server's settings on a page.
    let hasSettings: Bool
    /// Whether people can add boards on a page.
    let addsBoards: Bool
    /// Those that have a card on the first page. Weak: the list holds this feature.
    weak let features: FeatureList?
}
