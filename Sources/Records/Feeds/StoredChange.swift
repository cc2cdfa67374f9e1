/// A change as the store holds it, with when it was seen and the fetch it came from.
package struct StoredChange: Sendable, Identifiable {
    package let id: Int64
    package let feed: Int64
    package let fetch: Int64
    package let seen: Timestamp
    package let key: String
    package let change: Change
    /// How long the record had stood still before; nil if nobody knows, or nobody has asked.
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

/// A change of any board as it lies in the store: its records as JSON objects of their fields by name.
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
