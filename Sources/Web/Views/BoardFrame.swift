import Records

/// What stands around the rows of a list or a table, at one moment: which board it is, how its source is doing, what can be taken along.
struct BoardFrame: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var title: String
    var about: String
    /// How many rows were looked at, where there are more stored.
    var shownLimit: Int?
    /// Whether its rows can be saved as vCards.
    var hasCards = false
    /// What stands before the rows: the reading under way, or why the last one failed.
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the last change that the rows show; 0 if there was none.
    var lastChange: Int64 = 0
    /// Whether who asks can be told of it.
    var canWatch = false
    /// The watch that they have of just this, and whether they would hear of it outside the app.
    var watch: Watch?
    var hasChannels = false

    var paths: BoardPaths { BoardPaths(boardName, choice) }
}

/// How a board's source is doing.
struct ReadingStatus: Sendable {
    var isRunning = false
    var progress: FetchProgress?
    var failure: FetchFailure?
    /// When the source was last read to its end.
    var updated: Timestamp?
    /// What is wrong with the source beside its last reading.
    var troubles: HTML = ""
}
