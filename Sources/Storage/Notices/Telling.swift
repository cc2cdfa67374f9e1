package import Records

/// How a fetch's changes become notices, inside the transaction that stores them.
package struct Telling: Sendable {
    let drafts: @Sendable ([StoredChange], StoredWatches) throws -> [NoticeDraft]
    let due: @Sendable (Watch, _ lastTold: Timestamp?) -> Timestamp

    /// `drafts` finds the watches that are told of stored changes, and may first see which watches there are now. `due` says when a watch's
    /// notice is to be sent: now, when quiet hours end, with the next digest; `lastTold` is when its last by the same channel was.
    package init(
        drafts: @Sendable @escaping ([StoredChange], StoredWatches) throws -> [NoticeDraft],
        due: @Sendable @escaping (Watch, _ lastTold: Timestamp?) -> Timestamp
    ) {
        self.drafts = drafts
        self.due = due
    }
}

/// How a fetch's outcome changes what is known of its feed's health, inside the transaction that notes it: a trouble is told once.
package struct Checkup: Sendable {
    /// The state as stored, and whether something has changed → the state now, and what is to be said.
    let take: @Sendable (_ state: String?, _ hasChanged: Bool) -> (state: String, said: [String])

    package init(_ take: @Sendable @escaping (_ state: String?, _ hasChanged: Bool) -> (state: String, said: [String])) {
        self.take = take
    }
}
