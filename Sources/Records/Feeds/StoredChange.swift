/// A stored change, with the time it was seen and its fetch.
package struct StoredChange: Sendable, Identifiable {
    package let id: Int64
    package let feed: Int64
    package let fetch: Int64
    package let seen: Timestamp
    package let key: String
    package let change: Change
    /// How long the record had been unchanged before; nil if unknown or not looked up.
    package var rested: Duration?

    package init(id: Int64, feed: Int64, fetch: Int64, seen: Timestamp, key: String, change: Change) {
        self.id = id
        self.feed = feed
        self.fetch = fetch
        self.seen = seen
        self.key = key
        self.change = change
    }
}

/// A change of any board as stored: its records are JSON objects with fields by name.
package struct LoggedChange: Sendable, Identifiable {
    package let id: Int64
    package let board: String
    package let seen: Timestamp
    package let kind: String
    package let before: String?
    package let after: String?

    package init(
        id: Int64, board: String, seen: Timestamp, kind: String, before: String?, after: String?
    ) {
        self.id = id
        self.board = board
        self.seen = seen
        self.kind = kind
        self.before = before
        self.after = after
    }
}
