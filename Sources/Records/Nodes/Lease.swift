/// The right to do something for which several servers share one store: to fetch a feed, for example. It ends by itself unless its holder
/// prolongs it.
package struct Lease: Hashable, Sendable {
    /// None lasts longer. A later end was noted by a clock that ran ahead.
    package static let longest = Duration.seconds(20 * 60)

    /// What it is for: "feed 17".
    package let name: String
    /// A run of a server.
    package let holder: String
    /// Rises each time that the lease is taken. A write shows it: that of an earlier holder is too low.
    package let fence: Int64

    package init(name: String, holder: String, fence: Int64) { (self.name, self.holder, self.fence) = (name, holder, fence) }

    /// What a feed's lease is called.
    package static func name(of feed: Feed.ID) -> String { "feed \(feed)" }
}

/// A lease as its holder sees it between two looks into the store.
package struct HeldLease: Hashable, Sendable {
    package let lease: Lease
    package let lasting: Duration
    /// The moment before the last request to take or prolong it. The lease ends here no later than in the store, even if the clocks of both
    /// differ. This clock runs while the machine sleeps.
    package let asked: ContinuousClock.Instant

    package init(_ lease: Lease, lasting: Duration, asked: ContinuousClock.Instant) {
        (self.lease, self.lasting, self.asked) = (lease, lasting, asked)
    }

    /// Its work stops: another server may have it.
    package func isOver(at now: ContinuousClock.Instant) -> Bool { asked.duration(to: now) >= lasting }

    /// After a third of its time, so two failures in a row don't end it.
    package func isToBeProlonged(at now: ContinuousClock.Instant) -> Bool { asked.duration(to: now) >= lasting / 3 }

    package func prolonged(asked: ContinuousClock.Instant) -> HeldLease { HeldLease(lease, lasting: lasting, asked: asked) }
}

/// Which of the things that are due a server takes now.
package struct LeaseChoice: Sendable {
    /// How many it can begin at once: a lease on work that waits in line is late elsewhere.
    package var room: Int
    /// How many of one host's feeds all servers fetch at a time.
    package var perHost: Int
    /// How many of each host's are leased, by any server.
    package var leased: [String: Int]

    package init(room: Int, perHost: Int, leased: [String: Int] = [:]) { (self.room, self.perHost, self.leased) = (room, perHost, leased) }

    /// The first of `due`, in their order, leaving out hosts that have their share. `host` gives nil for what has none.
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
