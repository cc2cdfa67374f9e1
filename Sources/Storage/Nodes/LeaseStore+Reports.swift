package import Records

extension LeaseStore {
    /// Stores what a node says of itself. If the node isn't listed any more, nothing is stored.
    package func note(_ report: NodeReport, of node: ServerNode.ID) async throws {
        try await database.write("noting the state of this server") {
            try $0.execute(sql: "UPDATE nodes SET report = ? WHERE id = ?", arguments: [report.text, node])
        }
    }

    /// Notes that a server of that name doesn't start, because these of its keys aren't those of the others. Its next start removes the
    /// note.
    package func refuse(_ name: String, for keys: [String]) async throws {
        try await database.write("noting a server with other keys", locking: .leases) { database in
            try database.execute(
                sql: """
                    INSERT INTO node_refusals (name, files, tried) VALUES (?, ?, \(database.dialect.now))
                    ON CONFLICT (name) DO UPDATE SET files = excluded.files, tried = excluded.tried
                    """, arguments: [name, keys.joined(separator: " ")])
        }
    }

    /// Forgets that a server of that name, and those that tried long ago, didn't start.
    static func forgetRefusals(of name: String, olderThan former: Duration, in database: Connection) throws {
        try database.execute(
            sql: "DELETE FROM node_refusals WHERE name = ? OR tried < \(database.dialect.now) - ?",
            arguments: [name, former.wholeMilliseconds])
    }

    /// All nodes with what each of them does.
    package func overview() async throws -> NodeOverview {
        try await database.read("listing servers and their work") { database in
            let (nodes, now) = try Self.nodes(in: database)
            var work: [ServerNode.ID: NodeOverview.Work] = [:]
            let leases = try Row.fetchAll(
                database, sql: "SELECT name, holder FROM leases WHERE ends > \(database.dialect.now) ORDER BY name")
            for row in leases {
                let name: String = row["name"]
                if name.hasPrefix("feed ") {
                    work[row["holder"], default: .init()].feeds += 1
                } else if name.hasPrefix("role:") {
                    work[row["holder"], default: .init()].roles.append(String(name.dropFirst(5)))
                }
            }
            let jobs = try Row.fetchAll(database, sql: "SELECT node, count(*) AS jobs FROM jobs WHERE ended IS NULL GROUP BY node")
            for row in jobs {
                let name: String = row["node"]
                for node in nodes where node.name == name { work[node.id, default: .init()].jobs = row["jobs"] }
            }
            let refusals = try Row.fetchAll(database, sql: "SELECT name, files, tried FROM node_refusals ORDER BY name").map { row in
                NodeOverview.Refusal(
                    name: row["name"], keys: (row["files"] as String).split(separator: " ").map(String.init),
                    at: Timestamp(milliseconds: row["tried"]))
            }
            return NodeOverview(nodes: nodes, work: work, refusals: refusals, now: now)
        }
    }

    /// The version of the settings of all servers; 0 if none are shared.
    package func settingsVersion() async throws -> Int64 {
        try await database.read("looking for settings of all servers") { database in
            try Int64.fetchOne(database, sql: "SELECT version FROM node_settings WHERE id = 1") ?? 0
        }
    }

    /// The fingerprints that all servers compare theirs with (`differing`), by name.
    package func fingerprints(of names: [String]) async throws -> [String: String] {
        try await database.read("looking for fingerprints") { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT name, fingerprint FROM node_keys WHERE \(database.dialect.list.hasText("name"))",
                arguments: [ValueList.argument(names)])
            return Dictionary(rows.map { ($0["name"], $0["fingerprint"]) }) { first, _ in first }
        }
    }

    /// Forgets fingerprints, so that the next server's are those of all.
    package func forgetFingerprints(of names: [String]) async throws {
        try await database.write("forgetting fingerprints", locking: .leases) { database in
            try database.execute(
                sql: "DELETE FROM node_keys WHERE \(database.dialect.list.hasText("name"))", arguments: [ValueList.argument(names)])
        }
    }

    /// The number of steps by which a server of a later version has added to the tables since this one opened them. Throws `StorageError`
    /// (`unfit`) if this version can’t use the tables any more. SQLite has one server, so none.
    package func laterSteps() async throws -> Int {
        guard database.pool.dialect == .postgres else { return 0 }
        let known = try await database.read("looking for a later version’s tables") { try PostgresTables.migrations(in: $0) }
        let later = known.subtracting(Store.migrations.map(\.name))
        let breaking = later.filter { !Migration.onlyAdds($0) }.sorted()
        guard breaking.isEmpty else {
            throw StorageError(
                .unfit, doing: "looking at the tables",
                detail: """
                    A later version of Tidings has changed the tables of the database (\(breaking.joined(separator: ", "))), and this one \
                    can’t use them: install that version, and start again
                    """)
        }
        return later.count
    }

    static func addReports(_ database: Connection) throws {
        let dialect = database.dialect
        // JSON (`NodeReport`); empty: none yet.
        try database.execute(sql: "ALTER TABLE nodes ADD COLUMN report \(dialect.text) NOT NULL DEFAULT ''")
        try database.execute(
            sql: """
                CREATE TABLE node_refusals (
                    -- The server's.
                    name \(dialect.text) PRIMARY KEY,
                    -- Names of key files, separated by spaces.
                    files \(dialect.text) NOT NULL,
                    -- By the clock of the database.
                    tried \(dialect.integer) NOT NULL
                ) \(dialect.strict)
                """)
    }
}
