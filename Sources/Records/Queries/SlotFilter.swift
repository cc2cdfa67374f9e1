/// What records with slots have to be besides having words: of a channel, of a genre, with a flag. Fields that the board doesn't have hold of none.
package struct SlotFilter: Hashable, Sendable {
    /// The title, as a whole.
    package var title: String?
    package var channel: String?
    /// One of `categories`.
    package var genre: String?
    /// The name of a flag that is set.
    package var flag: String?
    /// It begins in this time.
    package var window: Range<Timestamp>?

    package init(title: String? = nil, channel: String? = nil) { (self.title, self.channel) = (title, channel) }
}
