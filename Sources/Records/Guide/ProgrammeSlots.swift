/// Programmes as cells of a grid show them: what is read for one without a record, of whose fields it needs a few.
package struct ProgrammeSlots: Sendable {
    package struct Slot: Sendable {
        package let id: Int64
        package let channel: String
        package let start: Timestamp
        package let stop: Timestamp
        package let title: String
        package let subtitle: String?
        /// Those of `ProgrammeSlots.flags` that are set.
        package let flags: Programme.Flags
        /// Which of the `categories` it has, by its index; nil: none.
        package let categories: Int?

        package init(
            id: Int64, channel: String, start: Timestamp, stop: Timestamp, title: String, subtitle: String?, flags: Programme.Flags,
            categories: Int?
        ) {
            (self.id, self.channel, self.start, self.stop) = (id, channel, start, stop)
            (self.title, self.subtitle, self.flags, self.categories) = (title, subtitle, flags, categories)
        }
    }

    /// Channel by channel, what is on first comes first.
    package var slots: [Slot] = []
    /// What programmes have together, once: a guide has a few dozen.
    package var categories: [[String]] = []

    /// Names of fields, and what is set where one is true.
    package static let flags: [(name: String, flag: Programme.Flags)] = [
        ("film", .film), ("live", .live), ("premiere", .premiere), ("new", .new), ("repeat", .repeat),
    ]

    package init() {}
}
