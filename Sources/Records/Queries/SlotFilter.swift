/// Filters records with slots by channel, genre, flag or time, in addition to a word search.
/// A field that the board doesn't have matches no record.
package struct SlotFilter: Hashable, Sendable {
    /// Equals the whole title.
    package var title: String?
    package var channel: String?
    /// A member of `categories`.
    package var genre: String?
    /// The name of a flag that is set.
    package var flag: String?
    /// The record begins in this range.
    package var window: Range<Timestamp>?

    package init(title: String? = nil, channel: String? = nil) { (self.title, self.channel) = (title, channel) }
}
