/// Selects the records whose slot overlaps a time, ordered by their start. Slots are half-open: one that ends at the window's beginning is over.
package struct SlotQuery: Sendable {
    package var window: Range<Timestamp>
    /// Only of these channels, by the field `channel`; nil: of all.
    package var channels: [String]?
    /// Only these fields are read, the others are nil; nil: all are.
    package var fields: Set<String>?
    /// Records whose slot is longer may be missed; so old ones needn't be looked at.
    package var longest = SlotQuery.usualLongest
    package var limit: Int
    /// Ends after so many bytes of texts too.
    package var byteLimit = 4 << 20

    package static let usualLongest = Duration.seconds(24 * 3600)

    package init(_ window: Range<Timestamp>, channels: [String]? = nil, fields: Set<String>? = nil, limit: Int) {
        self.window = window
        self.channels = channels
        self.fields = fields
        self.limit = limit
    }
}
