/// Figures that a PostgreSQL server reports, for administrators.
package struct DatabaseFigures: Sendable {
    /// An open transaction.
    package struct Transaction: Sendable {
        /// Its process id on the server.
        package let process: Int
        package let seconds: Double
    }

    /// Example: `15.4`.
    package let version: String
    package let bytes: Int64
    /// Connections to the whole server.
    package let connections: Int
    /// The server's limit, or that of the database or the user if it is lower.
    package let allowedConnections: Int
    /// Whether names of media have an index (`MediaNamesIndex`).
    package let indexesMedia: Bool
    /// Replicas that follow the server.
    package let replicas: Int
    /// Whether a commit waits for a replica, so that a promoted one lacks nothing.
    package let waitsForReplicas: Bool
    /// Whether a commit is on the disk before it is acknowledged.
    package let syncs: Bool
    /// The oldest open transaction in the database except ours; other users' only if this user may see them. nil if there is none.
    package let longest: Transaction?

    /// How many connections this user may open.
    static func allowed(in database: Connection) throws -> Int64 {
        let allowed = try Int64.fetchOne(
            database,
            sql: """
                SELECT least(
                    CAST(current_setting('max_connections') AS BIGINT) - CAST(current_setting('superuser_reserved_connections') AS BIGINT),
                    (SELECT CASE WHEN datconnlimit >= 0 THEN CAST(datconnlimit AS BIGINT) END FROM pg_database
                        WHERE datname = current_database()),
                    (SELECT CASE WHEN rolconnlimit >= 0 THEN CAST(rolconnlimit AS BIGINT) END FROM pg_roles WHERE rolname = current_user))
                """)
        guard let allowed else { throw StoredFault("the database says nothing of its connections") }
        return allowed
    }
}

extension Store {
    /// nil for a store in the folder.
    package func databaseFigures() async throws -> DatabaseFigures? {
        guard case .postgres = database.pool else { return nil }
        return try await database.read("looking at the database") { database in
            guard case .postgres(let connection) = database else { return nil }
            let counts = try Row.fetchOne(
                database,
                sql: """
                    SELECT pg_database_size(current_database()) AS bytes,
                        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
                        (SELECT count(*) FROM pg_stat_replication) AS replicas,
                        current_setting('synchronous_standby_names') <> '' AS waits, current_setting('fsync') = 'on' AS syncs
                    """)
            let longest = try Row.fetchOne(
                database,
                sql: """
                    SELECT CAST(pid AS BIGINT) AS process,
                        CAST(extract(epoch FROM clock_timestamp() - xact_start) AS DOUBLE PRECISION) AS seconds
                    FROM pg_stat_activity
                    WHERE xact_start IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()
                        AND backend_type = 'client backend'
                    ORDER BY xact_start LIMIT 1
                    """)
            guard let counts else { return nil }
            return DatabaseFigures(
                version: connection.version, bytes: counts["bytes"], connections: counts["connections"],
                allowedConnections: Int(clamping: try DatabaseFigures.allowed(in: database)),
                indexesMedia: try database.indexNames().contains(MediaNamesIndex.name),
                replicas: counts["replicas"], waitsForReplicas: counts["waits"], syncs: counts["syncs"],
                longest: longest.map { .init(process: $0["process"], seconds: max(0, $0["seconds"])) })
        }
    }
}

extension PostgresConnection {
    /// Example: `15.4`.
    var version: String { "\(serverVersion / 10_000).\(serverVersion % 10_000)" }
}
