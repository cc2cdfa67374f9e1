/// A board with its parameters bound: what is fetched, scheduled and stored. One serves any number of people.
package struct Feed: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let board: String
    /// The address of its source, parameters filled in. With the board's name it identifies the feed.
    package let url: String
    /// By parameter: the value it is asked with.
    package let binding: [String: String]
    /// The source's word for the version that is stored.
    package var etag: String?
    package var lastModified: String?
    package var lastAttempt: Timestamp?
    package var lastSuccess: Timestamp?
    package var lastChange: Timestamp?
    /// When it is to be fetched next; nil if it is not on a schedule.
    package var due: Timestamp?
    /// Why the last attempt failed; nil if it did not.
    package var failure: SourceFailure?
    /// Failed attempts in a row.
    package var failures: Int
    package var recordCount: Int
    /// When a page or a command last asked for it, to the hour or so; nil: only as the board's standard feed.
    package var lastAsked: Timestamp?

    package init(
        id: Int64, board: String, url: String, binding: [String: String], etag: String?, lastModified: String?, lastAttempt: Timestamp?,
        lastSuccess: Timestamp?, lastChange: Timestamp?, due: Timestamp?, failure: SourceFailure?, failures: Int, recordCount: Int,
        lastAsked: Timestamp?
    ) {
        self.id = id
        self.board = board
        self.url = url
        self.binding = binding
        self.etag = etag
        self.lastModified = lastModified
        self.lastAttempt = lastAttempt
        self.lastSuccess = lastSuccess
        self.lastChange = lastChange
        self.due = due
        self.failure = failure
        self.failures = failures
        self.recordCount = recordCount
        self.lastAsked = lastAsked
    }
}
