/// Programmes as cells of a grid: only the few fields that a cell shows, without whole records.
package struct ProgrammeSlots: Sendable {
    package struct Slot: Sendable {
        package let id: Int64
        package let channel: String
        package let start: Timestamp
        package let stop: Timestamp
        package let title: String
        package let subtitle: String?
        /// The set flags among `ProgrammeSlots.flags`.
        package let flags: Programme.Flags
        /// The index of its genres in `categories`; nil for none.
        package let categories: Int?

        package init(
            id: Int64, channel: String, start: Timestamp, stop: Timestamp, title: String, subtitle: String?, flags: Programme.Flags,
            categories: Int?
        ) {
            (self.id, self.channel, self.start, self.stop) = (id, channel, start, stop)
            (self.title, self.subtitle, self.flags, self.categories) = (title, subtitle, flags, categories)
        }
    }

    /// Ordered by channel, then by start.
    package var slots: [Slot] = []
    /// Lists of genres that programmes share, each stored once: a guide has a few dozen.
    package var categories: [[String]] = []

    /// Names of fields, and the flag that each sets if it is true.
    package static let flags: [(name: String, flag: Programme.Flags)] = [
        ("film", .film), ("live", .live), ("premiere", .premiere), ("new", .new), ("repeat", .repeat),
    ]

    package init() {}
}
