/// The first records that match a condition, and how many match.
package struct RecordPreview: Sendable {
    package var records: [StoredRecord] = []
    /// The number of records read, and of the matches among them.
    package var total = 0
    package var count = 0
    /// Whether the feed has more records than were read.
    package var isCut = false

    package init() {}
}
