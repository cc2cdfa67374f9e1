package import Records

extension LeaseStore {
    /// How long a node without a heartbeat stays listed, and an expired lease is stored.
    private static let remembered = Duration.seconds(7 * 86_400)

    /// Records a server that has started. Leases of an earlier run of the same name are free at once: the caller knows that it has ended
    /// (`Store.reserve`). Returns the time.
    @discardableResult
    package func join(_ node: ServerNode.ID, named name: String, version: String) async throws -> Timestamp {
        try await database.write("joining the other servers", locking: .leases) { database in
            let now = database.dialect.now
            try database.execute(
                sql: "UPDATE leases SET ends = 0 WHERE holder IN (SELECT id FROM nodes WHERE name = ?)", arguments: [name])
            let former = Self.remembered.wholeMilliseconds
            try database.execute(sql: "DELETE FROM nodes WHERE name = ? OR seen < \(now) - ?", arguments: [name, former])
            try database.execute(sql: "DELETE FROM leases WHERE ends > 0 AND ends < \(now) - ?", arguments: [former])
            let statement = try database.cachedStatement(
                sql: "INSERT INTO nodes (id, name, version, started, seen) VALUES (?, ?, ?, \(now), \(now)) RETURNING seen")
            guard let seen = try Int64.fetchOne(statement, arguments: [node, name, version]) else { throw StoredFault("no node was noted") }
            return Timestamp(milliseconds: seen)
        }
    }

    /// A node's heartbeat, which renews these leases of its own. Returns the time and the leases that it still holds; nil if the node isn't
    /// listed any more.
    package func beat(
        _ node: ServerNode.ID, prolonging leases: [Lease], lasting: Duration
    ) async throws -> (now: Timestamp, held: Set<Lease>)? {
        try await database.write("noting that this server runs") { database -> (now: Timestamp, held: Set<Lease>)? in
            let statement = try database.cachedStatement(sql: "UPDATE nodes SET seen = \(database.dialect.now) WHERE id = ? RETURNING seen")
            guard let seen = try Int64.fetchOne(statement, arguments: [node]) else { return nil }
            return (Timestamp(milliseconds: seen), try Self.prolong(leases, lasting: lasting, in: database))
        }
    }

    /// Removes a node and ends all its leases.
    package func leave(_ node: ServerNode.ID) async throws {
        try await database.write("leaving the other servers", locking: .leases) { database in
            try database.execute(sql: "UPDATE leases SET ends = 0 WHERE holder = ?", arguments: [node])
            try database.execute(sql: "DELETE FROM nodes WHERE id = ?", arguments: [node])
        }
    }

    /// All nodes by name, including those without a recent heartbeat; and the time.
    package func nodes() async throws -> (nodes: [ServerNode], now: Timestamp) {
        try await database.read("listing servers") { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, name, version, started, seen FROM nodes ORDER BY name, id")
            let nodes = rows.map {
                ServerNode(
                    id: $0["id"], name: $0["name"], version: $0["version"], started: Timestamp(milliseconds: $0["started"]),
                    seen: Timestamp(milliseconds: $0["seen"]))
            }
            let now = try Int64.fetchOne(database, sql: "SELECT \(database.dialect.now)")
            return (nodes, Timestamp(milliseconds: now ?? 0))
        }
    }

    static func addNodes(_ database: Connection) throws {
        let dialect = database.dialect
        try database.execute(
            sql: """
                CREATE TABLE nodes (
                    -- Of one run of a server.
                    id \(dialect.text) PRIMARY KEY,
                    name \(dialect.text) NOT NULL,
                    version \(dialect.text) NOT NULL,
                    -- Both by the clock of the database.
                    started \(dialect.integer) NOT NULL,
                    seen \(dialect.integer) NOT NULL
                ) \(dialect.strict)
                """)
        // The host of a feed's lease.
        try database.execute(sql: "ALTER TABLE leases ADD COLUMN host \(dialect.text) NOT NULL DEFAULT ''")
        // Leaves free space in the pages for rows that are updated frequently.
        if dialect == .postgres { try database.execute(sql: "ALTER TABLE leases SET (fillfactor = 70)") }
    }
}
