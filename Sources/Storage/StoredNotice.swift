package import Foundation
import GRDB
package import Records

/// One message to one person by one channel, about changes of one fetch or about the health of a feed: a line of the outbox.
///
/// A notice is sent *at least* once: a process that dies between sending and noting sends again. Its `identifier` is the same over all
/// attempts and nobody else's, so that a receiver can tell a repeat.
package struct StoredNotice: Hashable, Sendable, Identifiable {
    package enum Subject: Hashable, Sendable {
        /// The changes that the watch matched, by their ids.
        case changes([Int64], watch: Int64)
        /// What is wrong with the feed, or right again.
        case health(String)
    }

    package let id: Int64
    package let identifier: UUID
    package let subject: Subject
    package let feed: Int64
    package let person: Int64
    package let channel: String
    package let created: Timestamp
    /// This one included.
    package let attempts: Int
    /// Until when nobody else is given it.
    package let leasedUntil: Timestamp

    /// What came of an attempt.
    package enum Outcome: Sendable {
        case sent
        /// To be tried again then; nil if it is given up.
        case failed(reason: String, retryAt: Timestamp?)
    }

    init(_ row: Row, changes: [Int64]) {
        id = row["id"]
        identifier = row["identifier"]
        let watch: Int64? = row["watch"]
        subject = watch.map { .changes(changes, watch: $0) } ?? .health(row["detail"] ?? "")
        feed = row["feed"]
        person = row["person"]
        channel = row["channel"]
        created = Timestamp(milliseconds: row["created"])
        attempts = row["attempts"]
        leasedUntil = Timestamp(milliseconds: row["next_attempt"])
    }
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

/// How a fetch's changes become notices, inside the transaction that stores them.
package struct Telling: Sendable {
    let drafts: @Sendable ([StoredChange]) throws -> [NoticeDraft]
    let due: @Sendable (Watch) -> Timestamp

    /// `drafts` finds the watches that are told of stored changes; `due` says when a watch's notice is to be sent: now, when quiet hours
    /// end, with the next digest.
    package init(
        drafts: @Sendable @escaping ([StoredChange]) throws -> [NoticeDraft], due: @Sendable @escaping (Watch) -> Timestamp
    ) {
        self.drafts = drafts
        self.due = due
    }
}
