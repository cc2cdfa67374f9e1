package import Foundation

/// One message to one person on one channel, about changes, the health of a feed, prices or a programme: a row of the outbox.
///
/// Its contents are fixed when it is first claimed; until then more changes may join it. A notice is sent *at least* once: if a process
/// dies between sending and recording, it is sent again. Its `identifier` is unique and the same for all attempts, so that a receiver
/// can detect duplicates.
package struct StoredNotice: Hashable, Sendable, Identifiable {
    package enum Subject: Hashable, Sendable {
        /// The number of changes (`FollowingStore.changes(of:limit:_:)`); in a digest, from several watches.
        case changes(count: Int)
        /// A problem of the feed or its end, in the format of the code that found it.
        case health(String)
        /// The findings of a price alert, in the format of its evaluator.
        case prices(String)
        /// A reminder's news of a programme, in the format of its keeper.
        case programme(String)
    }

    package enum State: String, Sendable { case waiting, sent, failed }

    package let id: Int64
    package let identifier: UUID
    package let subject: Subject
    /// nil for a digest, for prices and for programmes.
    package let feed: Feed.ID?
    /// nil for a digest, for a feed's health, for prices and programmes, and if the watch was removed.
    package let watch: Watch.ID?
    /// For prices: the alert, unless it was removed.
    package let alert: PriceAlert.ID?
    /// For a programme: the reminder, unless it was removed.
    package let reminder: Reminder.ID?
    package let person: Int64
    /// nil for the person's own list.
    package let channel: Channel.ID?
    package let created: Timestamp
    /// When it was first due.
    package let due: Timestamp
    package let state: State
    /// The number of attempts, including this one.
    package let attempts: Int
    /// When it is tried next. For a claimed notice, when its claim expires.
    package let nextAttempt: Timestamp
    package let failure: String?

    /// The outcome of an attempt.
    package enum Outcome: Sendable {
        case sent
        /// Retried at that time; nil: given up.
        case failed(reason: String, retryAt: Timestamp?)
        /// The address no longer exists: nothing more is sent there.
        case gone(reason: String)
        /// There is nothing to send any more; the channel itself is fine.
        case dropped(reason: String)
    }

    package init(
        id: Int64, identifier: UUID, subject: Subject, feed: Feed.ID?, watch: Watch.ID?, alert: PriceAlert.ID?,
        reminder: Reminder.ID? = nil, person: Int64, channel: Channel.ID?, created: Timestamp, due: Timestamp, state: State, attempts: Int,
        nextAttempt: Timestamp, failure: String?
    ) {
        self.id = id
        self.identifier = identifier
        self.subject = subject
        self.feed = feed
        self.watch = watch
        self.alert = alert
        self.reminder = reminder
        self.person = person
        self.channel = channel
        self.created = created
        self.due = due
        self.state = state
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.failure = failure
    }
}

/// A change that a notice reports.
package struct ToldChange: Sendable {
    package let board: String
    /// The watch that matched it; it may have been removed.
    package let watch: Watch.ID
    package let change: StoredChange

    package init(board: String, watch: Watch.ID, change: StoredChange) {
        self.board = board
        self.watch = watch
        self.change = change
    }
}

/// A match found for a watch. The store knows the person, the channels, and what they were already sent.
package struct NoticeDraft: Hashable, Sendable {
    package let watch: Int64
    /// Ids of stored changes.
    package var changes: [Int64]

    package init(watch: Int64, changes: [Int64]) {
        self.watch = watch
        self.changes = changes
    }
}

/// One attempt to send a notice of the person's list on one channel, and its state.
package struct NoticeDelivery: Sendable {
    package let notice: StoredNotice
    package let channel: Channel
    /// When it was sent or abandoned; nil while it waits.
    package let ended: Timestamp?

    package init(notice: StoredNotice, channel: Channel, ended: Timestamp?) {
        self.notice = notice
        self.channel = channel
        self.ended = ended
    }
}
