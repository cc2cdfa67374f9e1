/// A line of the log of fetches: the outcome, and metadata of the response.
package struct LoggedFetch: Sendable, Identifiable {
    package enum Outcome: String, Sendable { case changed, same, unmodified, failed }

    package let id: Int64
    package let began: Timestamp
    package let ended: Timestamp
    package let outcome: Outcome
    /// Why it failed.
    package let failure: SourceFailure?
    package let bytes: Int
    package let etag: String?
    package let lastModified: String?

    package init(
        id: Int64, began: Timestamp, ended: Timestamp, outcome: Outcome, failure: SourceFailure?, bytes: Int, etag: String?,
        lastModified: String?
    ) {
        self.id = id
        self.began = began
        self.ended = ended
        self.outcome = outcome
        self.failure = failure
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
    }
}
