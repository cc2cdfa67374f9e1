/// One of several equal servers that share a store, as stored there.
package struct ServerNode: Hashable, Sendable, Identifiable {
    /// Unique to one run, so that no run mistakes an earlier run's leases for its own.
    package let id: String
    /// The name that its operator chose.
    package let name: String
    package let version: String
    /// A hash of what its boards' files declare: those of all nodes are to be the same.
    package let boards: String
    /// Both by the clock of the database.
    package let started: Timestamp
    package let seen: Timestamp
    /// What it last said of itself; nil if it hasn't yet.
    package let report: NodeReport?

    package init(
        id: String, name: String, version: String, boards: String = "", started: Timestamp, seen: Timestamp, report: NodeReport? = nil
    ) {
        (self.id, self.name, self.version, self.boards) = (id, name, version, boards)
        (self.started, self.seen, self.report) = (started, seen, report)
    }
}
