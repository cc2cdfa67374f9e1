/// A board with its parameters bound: the unit of fetching, scheduling and storage. Any number of people share it.
package struct Feed: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let board: String
    /// The URL of its source, with parameters filled in. Together with the board's name it identifies the feed.
    package let url: String
    /// The bound values by parameter.
    package let binding: [String: String]
    /// The source's identifier of the stored version.
    package var etag: String?
    package var lastModified: String?
    package var lastAttempt: Timestamp?
    package var lastSuccess: Timestamp?
    package var lastChange: Timestamp?
    /// When it is fetched next; nil if it isn't scheduled.
    package var due: Timestamp?
    /// Why the last attempt failed; nil if it succeeded.
    package var failure: SourceFailure?
    /// Consecutive failed attempts.
    package var failures: Int
    package var recordCount: Int
    /// When a page or a command last requested it, to about an hour; nil if it was only requested as the board's default feed.
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
