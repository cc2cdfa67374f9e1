/// One of several equal servers that share a store, as the store knows it.
package struct ServerNode: Hashable, Sendable, Identifiable {
    /// Of one run; the next has another, so no run takes an earlier one's leases for its own.
    package let id: String
    /// As its operator calls it.
    package let name: String
    package let version: String
    /// Both by the clock of the database.
    package let started: Timestamp
    package let seen: Timestamp

    package init(id: String, name: String, version: String, started: Timestamp, seen: Timestamp) {
        (self.id, self.name, self.version, self.started, self.seen) = (id, name, version, started, seen)
    }
}
