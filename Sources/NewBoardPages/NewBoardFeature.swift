package import BoardPages
package import Boards
import Operating
import Records
import Serving

/// A board that somebody makes of an address: what is found there is shown, and one tap takes it.
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
