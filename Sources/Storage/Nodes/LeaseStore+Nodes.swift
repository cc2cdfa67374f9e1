package import Records

extension LeaseStore {
    /// How long a node without a heartbeat stays listed, and an expired lease is stored.
    private static let remembered = Duration.seconds(7 * 86_400)

    /// Notes a server that has started. What an earlier run of that name had leased is free at once: the caller knows that it has ended
    /// (`Store.reserve`). Returns the time. `boards`: a hash of what its boards' files declare.
    @discardableResult
    package func join(_ node: ServerNode.ID, named name: String, version: String, boards: String = "") async throws -> Timestamp {
        try await database.write("joining the other servers", locking: .leases) { database in
            let now = database.dialect.now
            try database.execute(
                sql: "UPDATE leases SET ends = 0 WHERE holder IN (SELECT id FROM nodes WHERE name = ?)", arguments: [name])
            let former = Self.remembered.wholeMilliseconds
            try database.execute(sql: "DELETE FROM nodes WHERE name = ? OR seen < \(now) - ?", arguments: [name, former])
            try database.execute(sql: "DELETE FROM leases WHERE ends > 0 AND ends < \(now) - ?", arguments: [former])
            try Self.forgetRefusals(of: name, olderThan: Self.remembered, in: database)
            let statement = try database.cachedStatement(
                sql: "INSERT INTO nodes (id, name, version, boards, started, seen) VALUES (?, ?, ?, ?, \(now), \(now)) RETURNING seen")
            guard let seen = try Int64.fetchOne(statement, arguments: [node, name, version, boards]) else {
                throw StoredFault("no node was noted")
            }
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

    /// Notes a hash of what a node's boards' files declare, which have changed.
    package func note(boards: String, of node: ServerNode.ID) async throws {
        try await database.write("noting the boards of this server") {
            try $0.execute(sql: "UPDATE nodes SET boards = ? WHERE id = ?", arguments: [boards, node])
        }
    }

    /// Notes the fingerprints of a node's keys, by their names; the first node's are those of all. Returns the names of keys that aren't
    /// the same.
    package func differing(_ keys: [String: String]) async throws -> [String] {
        try await database.write("comparing keys", locking: .leases) { database in
            try keys.sorted { $0.key < $1.key }.compactMap { name, fingerprint in
                try database.execute(
                    sql: "INSERT INTO node_keys (name, fingerprint) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    arguments: [name, fingerprint])
                let noted = try String.fetchOne(database, sql: "SELECT fingerprint FROM node_keys WHERE name = ?", arguments: [name])
                return noted == fingerprint ? nil : name
            }
        }
    }

    /// The condition that a row of a table is of a node that has given no sign of life for so many milliseconds, a placeholder.
    static func isGone(_ table: String, in database: Connection) -> String {
        """
        node <> '' AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = \(table).node AND seen > \(database.dialect.now) - ?)
        """
    }

    /// Ends a node and all that it has leased.
    package func leave(_ node: ServerNode.ID) async throws {
        try await database.write("leaving the other servers", locking: .leases) { database in
            try database.execute(sql: "UPDATE leases SET ends = 0 WHERE holder = ?", arguments: [node])
            try database.execute(sql: "DELETE FROM nodes WHERE id = ?", arguments: [node])
        }
    }

    /// All nodes by name, including those without a recent heartbeat; and the time.
    package func nodes() async throws -> (nodes: [ServerNode], now: Timestamp) {
        try await database.read("listing servers") { try Self.nodes(in: $0) }
    }

    static func nodes(in database: Connection) throws -> (nodes: [ServerNode], now: Timestamp) {
        let rows = try Row.fetchAll(database, sql: "SELECT id, name, version, boards, started, seen, report FROM nodes ORDER BY name, id")
        let nodes = rows.map {
            ServerNode(
                id: $0["id"], name: $0["name"], version: $0["version"], boards: $0["boards"],
                started: Timestamp(milliseconds: $0["started"]), seen: Timestamp(milliseconds: $0["seen"]),
                report: NodeReport($0["report"]))
        }
        let now = try Int64.fetchOne(database, sql: "SELECT \(database.dialect.now)")
        return (nodes, Timestamp(milliseconds: now ?? 0))
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

    static func addWorkOfNodes(_ database: Connection) throws {
        let dialect = database.dialect
        // The name of the node that does what is under way; empty: the only server.
        for table in ["jobs", "notices", "queue_words"] {
            try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN node \(dialect.text) NOT NULL DEFAULT ''")
        }
        // A hash of what its boards' files declare.
        try database.execute(sql: "ALTER TABLE nodes ADD COLUMN boards \(dialect.text) NOT NULL DEFAULT ''")
        try database.execute(
            sql: """
                CREATE TABLE node_keys (
                    -- The file's.
                    name \(dialect.text) PRIMARY KEY,
                    fingerprint \(dialect.text) NOT NULL
                ) \(dialect.strict)
                """)
    }
}
