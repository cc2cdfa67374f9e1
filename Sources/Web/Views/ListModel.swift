import Records

/// All that a list's page shows, at one moment.
struct ListModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var title: String
    var about: String
    /// Nil where the board's rows have none.
    var pictureField: Field?
    var listing: Listing
    /// Whether there are more rows stored than were looked at.
    var isCut = false
    /// Whether its rows can be saved as vCards.
    var hasCards = false
    /// What stands before the rows: the reading under way, or why the last one failed.
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the last change that the rows show; 0 if there was none.
    var lastChange: Int64 = 0
    /// Whether who asks can be told of it.
    var canWatch = false
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
