package import Fetching
package import Records

extension Board {
    /// The people who may see a board.
    package enum Audience: String, CaseIterable, Sendable {
        /// The person who added it.
        case owner
        /// Everyone with an account.
        case household
        /// Everyone, including strangers.
        case everyone
    }

    package var audience: Audience {
        if let own, !own.isShared { return .owner }
        return isPublic ? .everyone : .household
    }

    /// Whether a person may learn that the board exists. Everything that lists, shows or notifies about boards checks this. nil: not on
    /// behalf of a person; whether strangers see the board is decided separately by `isPublic`.
    package func isVisible(to person: Person.ID?) -> Bool { own?.isVisible(to: person) ?? true }

    /// The board as a person's own, within the limits for members if they are one; nil: as the household's.
    package func owned(_ own: OwnBoard?) -> Board {
        var board = self
        board.own = own
        guard let own else { return board }
        if !own.isShared { board.isPublic = false }
        if own.isBounded { board.source.every = source.every.map { max($0, OwnBoard.Limits.interval) } }
        return board
    }

    /// Applies the owner's rights to one of the board's requests, for a document, a picture or a service. A member's board reaches only
    /// public addresses, because the operator's list of hosts is for administrators. It also bypasses the cache, which has responses of
    /// listed hosts.
    package func bound(_ request: inout Request) {
        guard own?.isBounded == true else { return }
        request.reachesListed = false
        request.readsStream = false
        request.cache = .bypass
        request.bodyLimit = min(request.bodyLimit, OwnBoard.Limits.bytes)
        request.timeouts.total = min(request.timeouts.total, OwnBoard.Limits.time)
    }

    /// The most rows of a document; nil: the limit of all boards.
    package var rowLimit: Int? { own?.isBounded == true ? OwnBoard.Limits.rows : nil }
}
