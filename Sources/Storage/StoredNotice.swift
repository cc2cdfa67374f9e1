package import Foundation
import GRDB
package import Records

/// One message to one person by one channel, about changes, the health of a feed or prices: a line of the outbox.
///
/// What it tells of is settled when it is claimed first; until then more changes may join it. A notice is sent *at least* once: a process
/// that dies between sending and noting sends again. Its `identifier` is the same over all attempts and nobody else's, so that a receiver
/// can tell a repeat.
package struct StoredNotice: Hashable, Sendable, Identifiable {
    package enum Subject: Hashable, Sendable {
        /// How many changes it tells of (`Store.changes(of:limit:_:)`); of a digest, of several watches.
        case changes(count: Int)
        /// What is wrong with the feed, or right again, as whoever looks after that has put it.
        case health(String)
        /// What a price alert has found, as whoever evaluated it has put it.
        case prices(String)
    }

    package enum State: String, Sendable { case waiting, sent, failed }

    package let id: Int64
    package let identifier: UUID
    package let subject: Subject
    /// nil for a digest, and for prices.
    package let feed: Feed.ID?
    /// nil for a digest, for a feed's health, for prices, and if it was removed.
    package let watch: Watch.ID?
    /// Of prices: the alert, if it was not removed.
    package let alert: PriceAlert.ID?
    package let person: Int64
    /// nil for the person's own list.
    package let channel: Channel.ID?
    package let created: Timestamp
    /// When it was to be sent first.
    package let due: Timestamp
    package let state: State
    /// This one included.
    package let attempts: Int
    /// When it is tried next. Of one that was claimed: until when nobody else is given it.
    package let nextAttempt: Timestamp
    package let failure: String?

    /// What came of an attempt.
    package enum Outcome: Sendable {
        case sent
        /// To be tried again then; nil if it is given up.
        case failed(reason: String, retryAt: Timestamp?)
        /// The address is no more: nothing else is sent there either.
        case gone(reason: String)
    }

    /// Rows as `init` reads them, of the table or of what is returned by an update of it.
    static let select = "SELECT \(columns) FROM notices"
    static let columns = "*, (SELECT count(*) FROM notice_changes WHERE notice = notices.id) AS change_count"

    init(_ row: Row) {
        id = row["id"]
        identifier = row["identifier"]
        subject =
            (row["health"] as String?).map { .health($0) } ?? (row["news"] as String?).map { .prices($0) }
            ?? .changes(count: row["change_count"])
        feed = row["feed"]
        watch = row["watch"]
        alert = row["alert"]
        person = row["person"]
        channel = row["channel"]
        created = Timestamp(milliseconds: row["created"])
        due = Timestamp(milliseconds: row["due"])
        state = State(rawValue: row["state"]) ?? .failed
        attempts = row["attempts"]
        nextAttempt = Timestamp(milliseconds: row["next_attempt"])
        failure = row["failure"]
    }
}

/// A change that a notice tells of.
package struct ToldChange: Sendable {
    package let board: String
    /// The watch that matched it; it may be removed.
    package let watch: Watch.ID
    package let change: StoredChange
}

/// What the matching found for a watch. Person and channels are the store's to know, and what they were told of already.
package struct NoticeDraft: Hashable, Sendable {
    package let watch: Int64
    /// Ids of stored changes.
    package var changes: [Int64]

    package init(watch: Int64, changes: [Int64]) {
        self.watch = watch
        self.changes = changes
    }
}
