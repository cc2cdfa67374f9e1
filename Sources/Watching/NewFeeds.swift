import Boards
import Records

/// The requester of a feed, which determines which feeds may be created.
package enum FeedAsker: Sendable {
    case person
    /// A visitor who isn't signed in, on a public board.
    case stranger
}

/// Limits the creation of feeds, so that typed addresses can't fill the store and the schedule. A pure value.
///
/// A visitor may use only values that the board's file lists, values known to exist, such as suburbs that the source has named, and values
/// that a signed-in person has requested. Otherwise any text they enter would be fetched for two weeks.
struct NewFeeds {
    private static let period = Duration.seconds(60)
    private static let byPeople = 30
    private static let byStrangers = 10

    private var made: [(at: Timestamp, by: FeedAsker)] = []

    /// `chosen`: parameters that aren't standard; `known`: the parameters whose value is known to exist. Throws `NewFeedError`.
    mutating func admit(
        _ chosen: [String: String], of board: Board, for asker: FeedAsker, known: Set<String>, at now: Timestamp
    ) throws(NewFeedError) {
        let free = board.chosenParameters.first { $0.choices.isEmpty && chosen[$0.name] != nil && !known.contains($0.name) }
        if asker == .stranger, let free { throw .notForStrangers(parameter: free.field.label) }
        // A time in the future was recorded before the clock was set back.
        made.removeAll { now - $0.at >= Self.period || $0.at > now }
        guard made.count(where: { $0.by == asker }) < (asker == .stranger ? Self.byStrangers : Self.byPeople) else {
            throw .tooMany
        }
        made.append((now, asker))
    }
}

/// Why a new feed is not created.
package enum NewFeedError: Error, Hashable, CustomStringConvertible {
    /// The parameter's label.
    case notForStrangers(parameter: String)
    case tooMany

    package var description: String {
        switch self {
        case .notForStrangers(let parameter): "Sign in to ask for something new under “\(parameter)”."
        case .tooMany: "Too much was asked for that is new. Try again in a minute."
        }
    }
}
