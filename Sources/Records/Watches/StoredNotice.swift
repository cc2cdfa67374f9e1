package import Foundation

/// One message to one person by one channel, about changes, the health of a feed, prices or a programme: a line of the outbox.
///
/// What it tells of is settled when it is claimed first; until then more changes may join it. A notice is sent *at least* once: a process
/// that dies between sending and noting sends again. Its `identifier` is the same over all attempts and nobody else's, so that a receiver
/// can tell a repeat.
package struct StoredNotice: Hashable, Sendable, Identifiable {
    package enum Subject: Hashable, Sendable {
        /// How many changes it tells of (`FollowingStore.changes(of:limit:_:)`); of a digest, of several watches.
        case changes(count: Int)
        /// What is wrong with the feed, or right again, as whoever looks after that has put it.
        case health(String)
        /// What a price alert has found, as whoever evaluated it has put it.
        case prices(String)
        /// What a reminder says of a programme, as its keeper has put it.
        case programme(String)
    }

    package enum State: String, Sendable { case waiting, sent, failed }

    package let id: Int64
    package let identifier: UUID
    package let subject: Subject
    /// nil for a digest, for prices and for programmes.
    package let feed: Feed.ID?
    /// nil for a digest, for a feed's health, for prices and programmes, and if it was removed.
    package let watch: Watch.ID?
    /// Of prices: the alert, if it was not removed.
    package let alert: PriceAlert.ID?
    /// Of a programme: the reminder, if it is still there.
    package let reminder: Reminder.ID?
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
        /// There is nothing to tell any more, which says nothing of the channel.
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

/// A change that a notice tells of.
package struct ToldChange: Sendable {
    package let board: String
    /// The watch that matched it; it may be removed.
    package let watch: Watch.ID
    package let change: StoredChange

    package init(board: String, watch: Watch.ID, change: StoredChange) {
        self.board = board
        self.watch = watch
        self.change = change
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

/// One attempt to tell by one channel what a person's list tells of, and how it stands.
package struct NoticeDelivery: Sendable {
    package let notice: StoredNotice
    package let channel: Channel
    /// When it was sent or given up; nil while it waits.
    package let ended: Timestamp?

    package init(notice: StoredNotice, channel: Channel, ended: Timestamp?) {
        self.notice = notice
        self.channel = channel
        self.ended = ended
    }
}
