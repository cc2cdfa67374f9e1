/// A page of a board's records as a table shows them: found by a search, put in order by a column, cut out; and which of them are news.
///
/// Looks at the first `lookLimit` records in the source's order, so that no search and no order costs more than that.
package struct RecordPage: Sendable {
    package struct Row: Hashable, Sendable {
        package let stored: StoredRecord
        /// Whether it is new or altered since the last fetch that changed anything in its feed.
        package let isNews: Bool

        package init(_ stored: StoredRecord, isNews: Bool = false) {
            self.stored = stored
            self.isNews = isNews
        }
    }

    package static let lookLimit = 20_000

    package let rows: [Row]
    /// Records looked at, and those of them that were found.
    package let total: Int
    package let found: Int
    /// Place of the first row among those found, base 0.
    package let from: Int

    package init(rows: [Row], total: Int, found: Int, from: Int) {
        self.rows = rows
        self.total = total
        self.found = found
        self.from = from
    }
}
