package import Records
package import Serving

/// The frame around the rows of a list or table at one moment: the board, the state of its source, and links to save it.
package struct BoardFrame: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    package var title: String
    var about: String
    /// The number of rows shown, if more are stored.
    package var shownLimit: Int?
    /// Whether its rows can be saved as vCards.
    var hasCards = false
    /// Shown before the rows: the progress of the reading, or why the last one failed.
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the last change that the rows show; 0 if there was none.
    package var lastChange: Int64 = 0
    /// Whether the reader is signed in and can watch it.
    var canWatch = false
    /// The person's watch on exactly this, and whether notices reach them outside the app.
    var watch: Watch?
    var hasChannels = false
    /// The person's other watches on the board: with conditions, on single rows.
    var otherWatches: [Watch] = []
    /// The offer to find content that may have moved on the source's page, for a reader who may change the board; nil for others.
    var repair: HTML?
    /// Fields that change with each reading, for a reader who may change the board.
    var moving: MovingOffer?
    /// Whether only its owner sees the board.
    var isHidden = false

    package var paths: BoardPaths { BoardPaths(boardName, choice) }
}

/// The state of a board's source.
package struct ReadingStatus: Sendable {
    package var isRunning = false
    package var progress: FetchProgress?
    package var failure: FetchFailure?
    /// When the source was last read completely.
    package var updated: Timestamp?
    /// Problems of the source other than its last reading.
    package var troubles: HTML = ""
    /// Whether the source has more than an example address.
    package var isSetUp = true

    package init(
        isRunning: Bool = false, progress: FetchProgress? = nil, failure: FetchFailure? = nil, updated: Timestamp? = nil,
        troubles: HTML = "", isSetUp: Bool = true
    ) {
        self.isRunning = isRunning
        self.progress = progress
        self.failure = failure
        self.updated = updated
        self.troubles = troubles
        self.isSetUp = isSetUp
    }
}
