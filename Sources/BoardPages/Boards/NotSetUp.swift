package import Boards
package import Localisation
package import Records
package import Serving

/// A message for a board with only an example address: its source isn't read.
package enum NotSetUp {
    package static func holds(for board: Board, _ feeds: [Feed]) -> Bool {
        board.source.isExample && feeds.allSatisfy { $0.lastSuccess == nil }
    }

    /// Shown on the board's pages, the same for all readers, who share its live events.
    package static func html(_ words: Words) -> HTML {
        Callout.caution(words("This board isn’t set up yet: its file has only an example address."))
    }

    /// The link to the form that sets it up; nil for people who can't use it.
    package static func offer(_ board: String, _ reader: Reader) -> HTML? {
        guard reader.person?.role == .administrator else { return nil }
        return """
            <p class="offer-ways"><a class="button is-soft" href="\(MainWays.setUp(board))">\(reader.words("Set up the board"))</a></p>

            """
    }
}
