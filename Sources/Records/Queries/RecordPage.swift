/// A page of a board's records for a table: filtered by a search, sorted by a column, limited to a range; with marks for the news among
/// them.
///
/// Reads the first `lookLimit` records in source order, which limits the cost of every search and sort.
package struct RecordPage: Sendable {
    package struct Row: Hashable, Sendable {
        package let stored: StoredRecord
        /// Whether it is new or changed since the last fetch that changed anything in its feed.
        package let isNews: Bool

        package init(_ stored: StoredRecord, isNews: Bool = false) {
            self.stored = stored
            self.isNews = isNews
        }
    }

    package static let lookLimit = 20_000

    package let rows: [Row]
    /// The number of records read, and of the matches among them.
    package let total: Int
    package let found: Int
    /// The index of the first row among the matches, base 0.
    package let from: Int

    package init(rows: [Row], total: Int, found: Int, from: Int) {
        self.rows = rows
        self.total = total
        self.found = found
        self.from = from
    }
}
