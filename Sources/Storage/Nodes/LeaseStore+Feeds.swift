package import Records

/// A feed that a node wants to fetch.
package struct WantedFeed: Hashable, Sendable {
    package let feed: Feed.ID
    /// The host and port that it is fetched from; empty if none.
    package let host: String
    /// The due time that the node knows: if the stored one differs, another node has fetched the feed. nil: any due time.
    package let due: Timestamp?

    package init(_ feed: Feed.ID, host: String, due: Timestamp?) { (self.feed, self.host, self.due) = (feed, host, due) }
}

/// A feed as stored when its lease was acquired.
package struct LeasedFeed: Hashable, Sendable {
    package let feed: Feed
    package let lease: Lease
}

extension LeaseStore {
    /// Acquires the leases of the first `room` of these feeds that no node holds, itself included.
    ///
    /// One node at a time fetches from a host, `perHost` feeds at once, so that its rate limits cover all of them; with `perHost` nil,
    /// other nodes may use the same host. A feed that another node has fetched since the caller's query isn't leased.
    package func take(
        _ wanted: [WantedFeed], for holder: String, room: Int, perHost: Int?, lasting: Duration
    ) async throws -> [LeasedFeed] {
        guard !wanted.isEmpty, room > 0 else { return [] }
        let (lasting, longest) = (min(lasting, Lease.longest).wholeMilliseconds, Lease.longest.wholeMilliseconds)
        return try await database.write("taking leases of feeds", locking: .leases) { database -> [LeasedFeed] in
            let (now, list) = (database.dialect.now, database.dialect.list)
            let current = try Row.fetchAll(
                database, sql: "SELECT name, holder, host FROM leases WHERE ends > \(now) AND ends <= \(now) + ?", arguments: [longest])
            let choice = Self.choice(room: room, perHost: perHost, current, for: holder)
            let held = Set(current.map { $0["name"] as String })
            let free = wanted.filter { !held.contains(Lease.name(of: $0.feed)) }
            let chosen = choice.chosen(of: free) { perHost == nil || $0.host.isEmpty ? nil : $0.host }
            guard !chosen.isEmpty else { return [] }
            try database.execute(
                sql: """
                    INSERT INTO leases (name, holder, fence, ends, host)
                    SELECT listed.name, '', 0, 0, listed.host FROM \(list.textTable(["name", "host"], ":feeds")) WHERE true
                    ON CONFLICT (name) DO NOTHING
                    """, arguments: ["feeds": ValueList.argument(chosen.map { [Lease.name(of: $0.feed), $0.host] })])
            let taken = try Row.fetchAll(
                database,
                sql: """
                    UPDATE leases SET holder = :holder, fence = fence + 1, ends = \(now) + :lasting
                    WHERE name IN (
                        SELECT name FROM leases
                        WHERE \(list.hasText("name", ":names")) AND (ends <= \(now) OR ends > \(now) + :longest) \(database.available))
                    RETURNING name, fence
                    """,
                arguments: [
                    "holder": holder, "lasting": lasting, "longest": longest,
                    "names": ValueList.argument(chosen.map { Lease.name(of: $0.feed) }),
                ])
            let fences = Dictionary(taken.map { ($0["name"] as String, $0["fence"] as Int64) }) { first, _ in first }
            // Read only now: a former holder's writes are visible, and it can't write any more.
            let rows = try Row.fetchAll(
                database, sql: "\(Feed.select) WHERE \(list.has("id"))", arguments: [ValueList.argument(chosen.map(\.feed))])
            let feeds = Dictionary(rows.map { Feed($0) }.map { ($0.id, $0) }) { first, _ in first }
            var (leased, late): ([LeasedFeed], [String]) = ([], [])
            for one in chosen {
                let name = Lease.name(of: one.feed)
                guard let fence = fences[name] else { continue }
                if let feed = feeds[one.feed], one.due == nil || one.due == feed.due {
                    leased.append(LeasedFeed(feed: feed, lease: Lease(name: name, holder: holder, fence: fence)))
                } else {
                    late.append(name)
                }
            }
            if !late.isEmpty {
                try database.execute(
                    sql: "UPDATE leases SET ends = 0 WHERE \(list.hasText("name"))", arguments: [ValueList.argument(late)])
            }
            return leased
        }
    }

    /// The leased feeds per host: a host that another node uses counts as full.
    private static func choice(room: Int, perHost: Int?, _ current: [Row], for holder: String) -> LeaseChoice {
        guard let perHost else { return LeaseChoice(room: room, perHost: .max) }
        var choice = LeaseChoice(room: room, perHost: perHost)
        for row in current {
            let host: String = row["host"]
            choice.leased[host, default: 0] += row["holder"] as String == holder ? 1 : perHost
        }
        return choice
    }
}
