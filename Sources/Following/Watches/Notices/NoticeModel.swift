import BoardPages
import Localisation
import Records
import Serving
import Watching

/// A notice in the person's list.
package struct NoticeLine: Sendable {
    let notice: StoredNotice
    /// The board's name; nil if it has been removed.
    let board: String?
    /// The address of its page.
    package var boardPage: String?
    /// The record of the first change, or the feed's health message.
    let title: String
    /// What changed.
    var detail: String?
    /// Further changes in words.
    let lines: [String]
    /// The number of changes not shown; 0 for prices, whose lines say it.
    let more: Int
    let isUnread: Bool
    /// The board whose data may have moved on the source's page; nil for none, or if the person may not change it.
    var repair: String?
}

/// The data of a notice's page, which explains the notice.
struct NoticeModel: Sendable {
    let notice: StoredNotice
    let title: String
    let boardTitle: String?
    let boardName: String?
    /// The board parameters of the feed.
    let choice: BoardChoice
    /// Oldest first, `changeLimit` at most.
    let changes: [ToldWhy]
    let more: Int
    let deliveries: [NoticeDelivery]
    /// The source's published address.
    let address: String?
    /// For prices: the news and its alert.
    var prices: PricesTold?
    /// As in `NoticeLine`.
    var repair: String?
    /// For a programme: the news.
    var programme: ReminderNews?

    static let changeLimit = 50
}

/// The content of a price alert's notice.
struct PricesTold: Sendable {
    let lines: [String]
    /// nil if it has been removed.
    let alert: PriceAlert.ID?
    /// The current alert in words.
    let sentence: String
}

/// A change, with the watch that matched it and the fetch that found it.
struct ToldWhy: Sendable {
    let change: StoredChange
    let schema: Schema
    /// nil if the watch was removed or can't be read.
    let watch: Watch?
    let outcomes: [TestOutcome]
    /// nil if it is no longer in the log.
    let fetch: LoggedFetch?
    /// The address of the record's page; nil if it has none.
    let page: String?
}
