/// The first records that match a condition, and how many match.
package struct RecordPreview: Sendable {
    package var records: [StoredRecord] = []
    /// How many records were looked at, and how many of them match.
    package var total = 0
    package var count = 0
    /// Whether the feed has more records than were looked at.
    package var isCut = false

    package init() {}
}
