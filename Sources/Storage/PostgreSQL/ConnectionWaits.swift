/// What a server's connections to PostgreSQL are for.
package enum ConnectionUse: String, CaseIterable, Sendable {
    case reading, writing, leases, queues
}

/// How long callers have waited for one of a server's connections, since it started.
package struct ConnectionWaits: Hashable, Sendable {
    /// Callers that wait now.
    package internal(set) var waiting = 0
    /// Callers that have had the connection.
    package internal(set) var count = 0
    /// Their waits, added up.
    package internal(set) var total = Duration.zero
    /// The longest wait since it was last asked for.
    package internal(set) var longest = Duration.zero

    mutating func add(_ wait: Duration) {
        count += 1
        total += wait
        longest = max(longest, wait)
    }

    mutating func add(_ other: ConnectionWaits) {
        waiting += other.waiting
        count += other.count
        total += other.total
        longest = max(longest, other.longest)
    }
}
