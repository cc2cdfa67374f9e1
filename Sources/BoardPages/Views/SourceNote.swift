package import Records

/// What a page shows about a list's source.
package struct SourceNote: Hashable, Sendable {
    package var url: String
    package var every: Duration?
    package var next: Timestamp?
    /// The number of records at the last complete reading.
    package var recordCount: Int

    package init(url: String, every: Duration? = nil, next: Timestamp? = nil, recordCount: Int) {
        self.url = url
        self.every = every
        self.next = next
        self.recordCount = recordCount
    }
}
