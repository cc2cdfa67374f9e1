/// The outcome of one fetch of a feed, for its log.
package struct FetchReport: Sendable {
    package var began: Timestamp
    package var ended: Timestamp
    package var bytes: Int
    package var etag: String?
    package var lastModified: String?
    /// The feed's next due time; nil leaves it unchanged.
    package var due: Timestamp?
    /// A screenshot of the page in a browser, as WebP; nil if no browser opened it.
    package var picture: [UInt8]?

    package init(
        began: Timestamp, ended: Timestamp, bytes: Int, etag: String? = nil, lastModified: String? = nil, due: Timestamp? = nil
    ) {
        self.began = began
        self.ended = ended
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
        self.due = due
    }
}
