package import Records

/// The leases of servers that share the store, and the list of those servers. Only the database's clock counts: the servers' clocks differ.
package struct LeaseStore: Sendable {
    let database: Database
}

/// Another server has acquired the lease, so nothing was stored under it.
package struct LeaseLost: Error, Hashable, Sendable {
    package let lease: Lease
}

extension LeaseStore {
    /// Acquires a lease that is free or has expired, or that the holder has already; each time with a new fence. nil if another holder has
    /// it. `lasting`: at most `Lease.longest`.
    package func take(_ name: String, for holder: String, lasting: Duration) async throws -> Lease? {
        try await database.write("taking a lease") { database in
            let now = database.dialect.now
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO leases (name, holder, fence, ends) VALUES (:name, :holder, 1, \(now) + :lasting)
                    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = leases.fence + 1, ends = excluded.ends
                    WHERE leases.ends <= \(now) OR leases.ends > \(now) + :longest OR leases.holder = excluded.holder
                    RETURNING fence
                    """)
            let fence = try Int64.fetchOne(
                statement,
                arguments: [
                    "name": name, "holder": holder, "lasting": min(lasting, Lease.longest).wholeMilliseconds,
                    "longest": Lease.longest.wholeMilliseconds,
                ])
            return fence.map { Lease(name: name, holder: holder, fence: $0) }
        }
    }

    /// Renews unexpired leases of one holder. Returns those that it still holds.
    package func prolong(_ leases: [Lease], lasting: Duration) async throws -> Set<Lease> {
        guard !leases.isEmpty else { return [] }
        return try await database.write("prolonging leases") { try Self.prolong(leases, lasting: lasting, in: $0) }
    }

    static func prolong(_ leases: [Lease], lasting: Duration, in database: Connection) throws -> Set<Lease> {
        guard let holder = leases.first?.holder else { return [] }
        let now = database.dialect.now
        // A transaction that stores under a lease locks its row. No other server can acquire that lease before the commit, so it counts as
        // held and isn't waited for.
        let own = "holder = :holder AND ends > \(now) AND \(database.dialect.list.hasText("name", ":names"))"
        let names = ValueList.argument(leases.map(\.name))
        let prolonged = try Row.fetchAll(
            database,
            sql: """
                UPDATE leases SET ends = \(now) + :lasting WHERE name IN (SELECT name FROM leases WHERE \(own) \(database.available))
                RETURNING name, fence
                """,
            arguments: ["lasting": min(lasting, Lease.longest).wholeMilliseconds, "holder": holder, "names": names])
        let others = try Row.fetchAll(
            database, sql: "SELECT name, fence FROM leases WHERE \(own)", arguments: ["holder": holder, "names": names])
        // A lease that its holder lost and acquired again has another fence.
        return Set((prolonged + others).map { Lease(name: $0["name"], holder: holder, fence: $0["fence"]) }).intersection(leases)
    }

    /// Releases leases, so others can acquire them at once. Their fences stay.
    package func giveBack(_ leases: [Lease]) async throws {
        guard !leases.isEmpty else { return }
        try await database.write("giving leases back") { database in
            let statement = try database.cachedStatement(sql: "UPDATE leases SET ends = 0 WHERE name = ? AND holder = ? AND fence = ?")
            for lease in leases { try statement.execute(arguments: [lease.name, lease.holder, lease.fence]) }
        }
    }

    /// The holders of unexpired leases, by name.
    package func holders() async throws -> [String: String] {
        try await database.read("listing leases") { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, holder FROM leases WHERE ends > \(database.dialect.now)")
            return Dictionary(rows.map { ($0["name"], $0["holder"]) }) { first, _ in first }
        }
    }

    /// No other server can acquire the lease before the commit. Throws `LeaseLost` if one already has. A lease that has expired but wasn't
    /// acquired is still valid.
    static func hold(_ lease: Lease, in database: Connection) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT fence FROM leases WHERE name = ? AND holder = ? AND fence = ? \(database.unaltered)")
        let fence = try Int64.fetchOne(statement, arguments: [lease.name, lease.holder, lease.fence])
        guard fence != nil else { throw LeaseLost(lease: lease) }
    }

    static func makeTable(_ database: Connection) throws {
        let dialect = database.dialect
        try database.execute(
            sql: """
                CREATE TABLE leases (
                    name \(dialect.text) PRIMARY KEY,
                    holder \(dialect.text) NOT NULL,
                    fence \(dialect.integer) NOT NULL,
                    -- By the clock of the database.
                    ends \(dialect.integer) NOT NULL
                ) \(dialect.strict)
                """)
    }

    static let times = [
        StoredTimes("leases", ["ends": .ruled]), StoredTimes("nodes", ["started": .ruled, "seen": .ruled]),
        StoredTimes("node_refusals", ["tried": .told]),
    ]
}
