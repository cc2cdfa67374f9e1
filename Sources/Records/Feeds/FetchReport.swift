/// What one fetch of a feed came to, for its log.
package struct FetchReport: Sendable {
    package var began: Timestamp
    package var ended: Timestamp
    package var bytes: Int
    package var etag: String?
    package var lastModified: String?
    /// When the feed is to be fetched next; nil leaves that as it is.
    package var due: Timestamp?
    /// What the page looked like in a browser, as WebP; nil if none opened it.
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
