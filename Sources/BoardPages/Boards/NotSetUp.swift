package import Boards
package import Localisation
package import Records
package import Serving

/// A message for a board with only an example address: its source isn't read.
package enum NotSetUp {
    package static func holds(for board: Board, _ feeds: [Feed]) -> Bool {
        board.source.isExample && feeds.allSatisfy { $0.lastSuccess == nil }
    }

    /// Shown on the board's pages, the same for all readers.
    package static func html(_ board: String, _ words: Words) -> HTML {
        let way = #"<a href="\#(MainWays.setUp(board))">\#(words("Set up the board"))</a>"# as HTML
        return Callout.caution(
            markup: """
                \(words("This board isn’t set up yet: its file has only an example address.")) \(words.html("For administrators: \(way)"))
                """)
    }
}
