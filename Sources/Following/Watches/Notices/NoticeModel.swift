import BoardPages
import Localisation
import Records
import Serving
import Watching

/// A notice as a line of the person's list.
package struct NoticeLine: Sendable {
    let notice: StoredNotice
    /// The board it is about; nil for one that is no longer there.
    let board: String?
    /// Where its page is.
    package var boardPage: String?
    /// The record of the first change, or what is said of the feed's health.
    let title: String
    /// What is altered of it.
    var detail: String?
    /// The next changes in words.
    let lines: [String]
    /// Changes that are not shown.
    let more: Int
    let isUnread: Bool
}

/// All that a notice's own page says: why it was told.
struct NoticeModel: Sendable {
    let notice: StoredNotice
    let title: String
    let boardTitle: String?
    let boardName: String?
    /// What of it the feed is.
    let choice: BoardChoice
    /// Oldest first, `changeLimit` at most.
    let changes: [ToldWhy]
    let more: Int
    let deliveries: [NoticeDelivery]
    /// Where the source is published.
    let address: String?
    /// Of prices: what was said, and by which alert.
    var prices: PricesTold?
    /// Of a programme: what was said.
    var programme: ReminderNews?

    static let changeLimit = 50
}

/// What a price alert has told.
struct PricesTold: Sendable {
    let lines: [String]
    /// nil if it is removed.
    let alert: PriceAlert.ID?
    /// The alert in words, as it is now.
    let sentence: String
}

/// A change, with the watch that matched it and the fetch it came from.
struct ToldWhy: Sendable {
    let change: StoredChange
    let schema: Schema
    /// nil if the watch is removed or altered beyond reading.
    let watch: Watch?
    let outcomes: [TestOutcome]
    /// nil if it is no longer in the log.
    let fetch: LoggedFetch?
    /// Where the record's own page is; nil if it has none.
    let page: String?
}
