package import BoardPages
package import Boards
import Operating
import Records
import Serving

/// Boards made from an address. The page shows the lists found there, and one tap makes a board of one.
package struct NewBoardFeature: Sendable {
    package let boards: KnownBoards
    /// nil: none can be added here.
    let own: OwnBoards?
    let shelf = ProposalShelf()
    /// What is found in a page costs up to some seconds of a processor.
    let turns = FairTurns(.init(width: 1, own: 1, waiting: 5))

    package init(_ boards: KnownBoards, own: OwnBoards?) { (self.boards, self.own) = (boards, own) }
}
