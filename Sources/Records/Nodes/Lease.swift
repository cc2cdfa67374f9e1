/// The right to do something that only one of several servers sharing a store may do: to fetch a feed, for example. It expires unless its
/// holder renews it.
package struct Lease: Hashable, Sendable {
    /// The longest duration. A later expiry was stored by a clock that ran ahead.
    package static let longest = Duration.seconds(20 * 60)

    /// Its purpose: "feed 17".
    package let name: String
    /// The id of a server's run.
    package let holder: String
    /// Increases each time the lease is acquired. Writes include it, so an earlier holder's writes are rejected.
    package let fence: Int64

    package init(name: String, holder: String, fence: Int64) { (self.name, self.holder, self.fence) = (name, holder, fence) }

    /// The name of a feed's lease.
    package static func name(of feed: Feed.ID) -> String { "feed \(feed)" }
}

/// A lease as its holder sees it between two requests to the store.
package struct HeldLease: Hashable, Sendable {
    package let lease: Lease
    package let lasting: Duration
    /// The moment before the last request to acquire or renew it. The lease expires here no later than in the store, even if the two clocks
    /// differ. This clock continues while the machine sleeps.
    package let asked: ContinuousClock.Instant

    package init(_ lease: Lease, lasting: Duration, asked: ContinuousClock.Instant) {
        (self.lease, self.lasting, self.asked) = (lease, lasting, asked)
    }

    /// The holder's work stops: another server may have the lease.
    package func isOver(at now: ContinuousClock.Instant) -> Bool { asked.duration(to: now) >= lasting }

    /// After a third of its duration, so two consecutive failures don't end it.
    package func isToBeProlonged(at now: ContinuousClock.Instant) -> Bool { asked.duration(to: now) >= lasting / 3 }

    package func prolonged(asked: ContinuousClock.Instant) -> HeldLease { HeldLease(lease, lasting: lasting, asked: asked) }
}

/// Chooses which of the due tasks a server takes now.
package struct LeaseChoice: Sendable {
    /// How many it can begin at once: work that is leased but waits in line would be delayed for other servers.
    package var room: Int
    /// How many of one host's feeds all servers together fetch at a time.
    package var perHost: Int
    /// The number of leased feeds per host, on any server.
    package var leased: [String: Int]

    package init(room: Int, perHost: Int, leased: [String: Int] = [:]) { (self.room, self.perHost, self.leased) = (room, perHost, leased) }

    /// The first of `due`, in order, leaving out hosts at their limit. `host` returns nil for tasks without a host.
    package func chosen<Due>(of due: [Due], host: (Due) -> String?) -> [Due] {
        var (chosen, taken): ([Due], [String: Int]) = ([], leased)
        for one in due {
            guard chosen.count < room else { break }
            if let host = host(one) {
                guard taken[host, default: 0] < perHost else { continue }
                taken[host, default: 0] += 1
            }
            chosen.append(one)
        }
        return chosen
    }
}
