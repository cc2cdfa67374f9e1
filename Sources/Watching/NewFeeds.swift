import Boards
import Records

/// Who asks for a feed: that decides which may be made for them.
package enum FeedAsker: Sendable {
    case person
    /// Somebody who has not logged in, on a board that everybody may read.
    case stranger
}

/// Bounds how fast feeds are made, so that nobody can fill the store and the schedule by typing addresses. A pure value.
///
/// A stranger chooses among what the board's file lists, what is known to be there, like the suburbs that its source has named, and what
/// somebody with an account has asked for: else any text of theirs would be fetched for two weeks.
struct NewFeeds {
    private static let period = Duration.seconds(60)
    private static let byPeople = 30
    private static let byStrangers = 10

    private var made: [(at: Timestamp, by: FeedAsker)] = []

    /// `chosen`: what is not standard; `known`: the parameters whose value is known to be there. Throws `NewFeedError`.
    mutating func admit(
        _ chosen: [String: String], of board: Board, for asker: FeedAsker, known: Set<String>, at now: Timestamp
    ) throws(NewFeedError) {
        let free = board.chosenParameters.first { $0.choices.isEmpty && chosen[$0.name] != nil && !known.contains($0.name) }
        if asker == .stranger, let free { throw .notForStrangers(parameter: free.field.label) }
        // One that seems to be still to come was made before the clock was set back.
        made.removeAll { now - $0.at >= Self.period || $0.at > now }
        guard made.count(where: { $0.by == asker }) < (asker == .stranger ? Self.byStrangers : Self.byPeople) else {
            throw .tooMany
        }
        made.append((now, asker))
    }
}

/// Why a feed that nobody has asked for yet is not made.
package enum NewFeedError: Error, Hashable, CustomStringConvertible {
    /// The parameter, as people read it.
    case notForStrangers(parameter: String)
    case tooMany

    package var description: String {
        switch self {
        case .notForStrangers(let parameter): "Sign in to ask for something new under “\(parameter)”."
        case .tooMany: "Too much was asked for that is new. Try again in a minute."
        }
    }
}
