/// Selects the records whose slot overlaps a time, ordered by their start.
/// Slots are half-open: a slot that ends at the window's start isn't included.
package struct SlotQuery: Sendable {
    package var window: Range<Timestamp>
    /// Only these channels, by the field `channel`; nil for all.
    package var channels: [String]?
    /// Reads only these fields, and the others are nil; nil reads all.
    package var fields: Set<String>?
    /// Longer slots may be missed; the limit saves reading old records.
    package var longest = SlotQuery.defaultLongest
    package var limit: Int
    /// The result also ends after this many bytes of text.
    package var byteLimit = 4 << 20

    package static let defaultLongest = Duration.seconds(24 * 3600)

    package init(_ window: Range<Timestamp>, channels: [String]? = nil, fields: Set<String>? = nil, limit: Int) {
        self.window = window
        self.channels = channels
        self.fields = fields
        self.limit = limit
    }
}
