/// Feeds of boards, their records, and the records' changes.
package struct FeedStore: Sendable {
    let database: Database
}

extension FeedStore {
    static let times = [
        StoredTimes("feeds", ["last_attempt": .past, "last_success": .past, "last_change": .past, "asked": .past, "due": .ruled]),
        StoredTimes("fetches", ["began": .told, "ended": .told]),
        StoredTimes("changes", ["seen": .told]),
        StoredTimes("lookups", ["asked": .told]),
        StoredTimes("feed_notes", ["noted": .told]),
    ]
}
