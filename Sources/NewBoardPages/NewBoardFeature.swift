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
    /// Begins this server again, with the boards that there are then.
    let beginAnew: @Sendable () -> Void
    let shelf = ProposalShelf()
    /// What is found in a page costs up to some seconds of a processor.
    let turns = FairTurns(.init(width: 1, own: 1, waiting: 5))

    package init(_ boards: KnownBoards, own: OwnBoards?, beginAnew: (@Sendable () -> Void)?) {
        self.boards = boards
        self.own = beginAnew == nil ? nil : own
        self.beginAnew = beginAnew ?? {}
    }
}
