package import Records

/// A change of a record, and when it was detected.
package struct HistoryEntry: Hashable, Sendable {
    package let change: Change
    package let seen: Timestamp

    package init(change: Change, seen: Timestamp) {
        self.change = change
        self.seen = seen
    }
}
