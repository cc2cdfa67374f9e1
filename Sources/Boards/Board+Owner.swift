package import Fetching
package import Records

extension Board {
    /// Who sees a board.
    package enum Audience: String, CaseIterable, Sendable {
        /// The person who has added it.
        case owner
        /// Everyone who has an account.
        case household
        /// Strangers too.
        case everyone
    }

    package var audience: Audience {
        if let own, !own.isShared { return .owner }
        return isPublic ? .everyone : .household
    }

    /// Whether a person may learn that the board exists. Everything that lists, shows or tells of boards asks here. nil: not on behalf of
    /// any person; what strangers see is decided by `isPublic` beside.
    package func isVisible(to person: Person.ID?) -> Bool { own?.isVisible(to: person) ?? true }

    /// The board as one of a person's, held to the limits of members where it is theirs; nil: as one of the household's.
    package func owned(_ own: OwnBoard?) -> Board {
        var board = self
        board.own = own
        guard let own else { return board }
        if !own.isShared { board.isPublic = false }
        if own.isBounded { board.source.every = source.every.map { max($0, OwnBoard.Limits.interval) } }
        return board
    }

    /// Holds a request for the board to what its owner may: a document, a picture, a service. A member's reaches public addresses alone,
    /// since the operator's list is for administrators. The cache doesn't answer it, which has answers of listed hosts.
    package func bound(_ request: inout Request) {
        guard own?.isBounded == true else { return }
        request.reachesListed = false
        request.readsStream = false
        request.cache = .bypass
        request.bodyLimit = min(request.bodyLimit, OwnBoard.Limits.bytes)
        request.timeouts.total = min(request.timeouts.total, OwnBoard.Limits.time)
    }

    /// Rows of a document at most; nil: as many as any board may have.
    package var rowLimit: Int? { own?.isBounded == true ? OwnBoard.Limits.rows : nil }
}
