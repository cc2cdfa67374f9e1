package import BoardPages
import Serving

/// Reminders for programmes. The guide itself is a view of boards (`GuideBoards`).
package struct GuideFeature: Sendable {
    package let boards: KnownBoards
    let services: GuideServices

    package init(_ boards: KnownBoards, _ services: GuideServices) {
        (self.boards, self.services) = (boards, services)
    }
}
