package import Records

extension LeaseStore {
    /// How long a node that has gone without a word is listed, and a lease that has ended is kept.
    private static let remembered = Duration.seconds(7 * 86_400)

    /// Notes a server that has started. What an earlier run of that name had leased is free at once: the caller knows that it has ended
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

    /// A node's sign of life, which prolongs these leases of its own. Returns the time and those leases that it still has; nil if it isn't
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

    /// Ends a node and all that it has leased.
    package func leave(_ node: ServerNode.ID) async throws {
        try await database.write("leaving the other servers", locking: .leases) { database in
            try database.execute(sql: "UPDATE leases SET ends = 0 WHERE holder = ?", arguments: [node])
            try database.execute(sql: "DELETE FROM nodes WHERE id = ?", arguments: [node])
        }
    }

    /// All nodes by name, those too that have gone without a word; and the time.
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
        // Of a feed: where it comes from.
        try database.execute(sql: "ALTER TABLE leases ADD COLUMN host \(dialect.text) NOT NULL DEFAULT ''")
        // Rows that are written again and again find room beside themselves.
        if dialect == .postgres { try database.execute(sql: "ALTER TABLE leases SET (fillfactor = 70)") }
    }
}
