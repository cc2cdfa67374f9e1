package import Records
package import Serving

/// What stands around the rows of a list or a table, at one moment: which board it is, how its source is doing, what can be taken along.
package struct BoardFrame: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    package var title: String
    var about: String
    /// How many rows were looked at, where there are more stored.
    package var shownLimit: Int?
    /// Whether its rows can be saved as vCards.
    var hasCards = false
    /// What stands before the rows: the reading under way, or why the last one failed.
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the last change that the rows show; 0 if there was none.
    package var lastChange: Int64 = 0
    /// Whether who asks can be told of it.
    var canWatch = false
    /// The watch that they have of just this, and whether they would hear of it outside the app.
    var watch: Watch?
    var hasChannels = false

    package var paths: BoardPaths { BoardPaths(boardName, choice) }
}

/// How a board's source is doing.
package struct ReadingStatus: Sendable {
    package var isRunning = false
    package var progress: FetchProgress?
    package var failure: FetchFailure?
    /// When the source was last read to its end.
    package var updated: Timestamp?
    /// What is wrong with the source beside its last reading.
    package var troubles: HTML = ""

    package init(
        isRunning: Bool = false, progress: FetchProgress? = nil, failure: FetchFailure? = nil, updated: Timestamp? = nil,
        troubles: HTML = ""
    ) {
        self.isRunning = isRunning
        self.progress = progress
        self.failure = failure
        self.updated = updated
        self.troubles = troubles
    }
}
