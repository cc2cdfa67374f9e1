package import Records

/// Turns a fetch's changes into notices, inside the transaction that stores them.
package struct Telling: Sendable {
    let marking: Marking?
    let drafts: @Sendable ([StoredChange], StoredWatches) throws -> [NoticeDraft]?
    let due: @Sendable (Watch, _ lastTold: Timestamp?) -> Timestamp

    /// `drafts` finds the watches to notify of stored changes, and may first look up the current watches; nil if they are too many for
    /// memory, and `marking` finds them (`FollowingStore.continuePosting`). `due` returns when to send a watch's notice: now, when quiet
    /// hours end, or with the next digest; `lastTold` is the time of its last notice on the same channel.
    package init(
        marking: Marking? = nil, drafts: @Sendable @escaping ([StoredChange], StoredWatches) throws -> [NoticeDraft]?,
        due: @Sendable @escaping (Watch, _ lastTold: Timestamp?) -> Timestamp
    ) {
        self.marking = marking
        self.drafts = drafts
        self.due = due
    }
}

/// Updates the state of a feed's health with a fetch's outcome, inside the transaction that stores it, so that each problem is reported
/// once.
package struct Checkup: Sendable {
    /// The stored state, and whether anything changed → the new state, and the messages to post.
    let take: @Sendable (_ state: String?, _ hasChanged: Bool) -> (state: String, said: [String])

    package init(_ take: @Sendable @escaping (_ state: String?, _ hasChanged: Bool) -> (state: String, said: [String])) {
        self.take = take
    }
}
