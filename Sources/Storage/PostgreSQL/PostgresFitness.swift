package import Foundation

/// The properties of a PostgreSQL database that the store depends on. They are checked before anything is created; a problem is reported in
/// one sentence, with the fix.
struct PostgresFitness {
    /// Version 15.0 as a number.
    static let oldestVersion = 150_000
    /// The connections of a server that is one of several (`PostgresPool` and `NodeChannel`: 8), of the process that sends its notices (5),
    /// and two for commands.
    static let leastConnections = 15

    /// The server's version as a number: 150020.
    var version = oldestVersion
    var user = ""
    var encoding = "UTF8"
    /// It is a replica of another server.
    var isReplica = false
    var isReadOnly = false
    /// The number of connections that the server, the database and the user allow together.
    var connections = leastConnections
    var mayCreateTables = true
    /// Whether all tables belong to the user, or to a role that the user has.
    var ownsTables = true
    var hasTables = false
    /// The migrations that the tables have; empty if there are no tables of ours.
    var migrations: Set<String> = []

    /// Connects, checks, and disconnects. Throws `StorageError` if there is no such database, or if it can't hold the store.
    static func check(_ address: DatabaseAddress) throws {
        do {
            guard try Libpq.loaded().isAddress(address.text) else {
                throw refused(address, "This isn't the address of a database: give one like postgres://user@host/name")
            }
            let fitness: Self
            do {
                let connection = try PostgresConnection(address, timeout: .seconds(15), isBare: true)
                fitness = try Self(of: connection)
            } catch let error as PostgresError {
                throw refused(address, reason(error, at: address))
            }
            if let problem = fitness.problem(at: address, Store.migrations.map(\.name)) { throw refused(address, problem) }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(error, doing: "opening \(address)")
        }
    }

    private static func refused(_ address: DatabaseAddress, _ sentence: String) -> StorageError {
        StorageError(.unfit, doing: "opening \(address)", detail: sentence)
    }

    /// The problem and its fix; nil if the database can hold the store. `steps` are the migrations of this version.
    func problem(at address: DatabaseAddress, _ steps: [String]) -> String? {
        if version < Self.oldestVersion {
            return "\(address) is PostgreSQL \(version / 10_000): Tidings needs version 15 or later"
        }
        if encoding != "UTF8" {
            return "\(address) has the encoding \(encoding): make one with createdb --encoding UTF8 --template template0"
        }
        if isReplica {
            return "\(address) is a replica, which can’t be written to: name the primary, or add target_session_attrs=read-write"
        }
        if isReadOnly { return "\(address) can only be read: set default_transaction_read_only to off for the database and its user" }
        if connections < Self.leastConnections {
            return """
                \(address) allows \(connections) connections, and a server needs \(Self.leastConnections): raise max_connections, or the \
                limit of the user or the database
                """
        }
        if hasTables, migrations.isDisjoint(with: steps) {
            return "\(address) has tables that aren’t Tidings’: give it a database of its own"
        }
        if !migrations.subtracting(steps).allSatisfy(Migration.onlyAdds) {
            return """
                A later version of Tidings has made the tables of \(address), and this one can’t use them: start that version, or name \
                another database
                """
        }
        if !mayCreateTables || !ownsTables {
            return """
                The user \(user) may not create and change tables in \(address): make the user the owner of the database and of its tables
                """
        }
        return nil
    }

    /// Why the connection failed, and the fix. PostgreSQL's messages are in the server's language, so only its codes, and the messages of
    /// libpq in this process, are interpreted.
    private static func reason(_ error: PostgresError, at address: DatabaseAddress) -> String {
        let error = PostgresConnection.refusal(of: address) ?? error
        switch error.state {
        case "28P01": return "\(address) doesn’t take the user and the password: put the right ones into TIDINGS_DATABASE or PGPASSFILE"
        case "28000": return "\(address) doesn’t let this user in: make the user, or add a line for it to pg_hba.conf"
        case "3D000": return "\(address) isn’t there: make it with createdb, or correct its name"
        case "42501": return "\(address) doesn’t let this user in: GRANT CONNECT ON DATABASE, or make the user its owner"
        case "53300": return "\(address) has no connection free: raise max_connections, or end other programs’ connections"
        case "57P01", "57P02", "57P03": return "\(address) is starting or stopping: try again in a moment"
        default: break
        }
        let known = [
            ("could not translate host name", "There is no host of the name in \(address): correct the name"),
            ("no password supplied", "\(address) asks for a password: put it into TIDINGS_DATABASE or PGPASSFILE"),
            ("read-only", "\(address) can only be read: name the primary, and let it be written to"),
            ("hot standby", "\(address) is a replica, which can’t be written to: name the primary"),
            ("Connection refused", "No database listens at \(address): start PostgreSQL there, or correct host and port"),
            ("No such file", "No database listens at \(address): start PostgreSQL there, or name its host"),
            ("timeout expired", "\(address) doesn’t answer: correct host and port, or check the network in between"),
        ]
        if let sentence = known.first(where: { error.message.contains($0.0) })?.1 { return sentence }
        return "\(address) can’t be reached: \(error.message)"
    }
}

extension PostgresFitness {
    private init(of connection: PostgresConnection) throws {
        version = connection.serverVersion
        // An older server may not support these queries.
        guard version >= Self.oldestVersion else { return }
        let database = Connection.postgres(connection)
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT CAST(current_user AS TEXT) AS user_name, current_setting('server_encoding') AS encoding,
                    pg_is_in_recovery() AS is_replica, current_setting('transaction_read_only') = 'on' AS is_read_only,
                    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
                    NOT EXISTS (
                        SELECT 1 FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
                            AND NOT pg_has_role(relowner, 'USAGE')) AS owns
                """)
        guard let row else { throw StoredFault("the database says nothing of itself") }
        user = row["user_name"]
        encoding = row["encoding"]
        isReplica = row["is_replica"]
        isReadOnly = row["is_read_only"]
        mayCreateTables = row["may_create"]
        ownsTables = row["owns"]
        connections = Int(clamping: try DatabaseFigures.allowed(in: database))
        hasTables = try !database.tableNames().isEmpty
        let isNoted = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM information_schema.columns
                    WHERE table_schema = current_schema() AND table_name = 'migrations' AND column_name = 'name')
                """)
        if isNoted == true { migrations = try PostgresTables.migrations(in: database) }
    }
}

extension Store {
    /// The database that a folder belongs to; nil if its store is in the folder. Throws `StorageError`.
    package static func database(of folder: URL) throws -> DatabaseAddress? { try DatabaseMarker.read(in: folder)?.address }

    /// Checks, before anything is created, whether `database` can hold a folder's store; nil checks the database that the folder names.
    /// Throws `StorageError`.
    package static func check(_ folder: URL, database: DatabaseAddress?) throws {
        let marker = try DatabaseMarker.read(in: folder)
        guard let address = database ?? marker?.address else { return }
        let doing = "using \(address) for \(folder.path)"
        // With a marker, the folder's own file isn't in use.
        if marker == nil, DataFolder.hasOwnStore(folder) {
            throw StorageError(
                .unfit, doing: doing,
                detail: "\(folder.path) has a store of its own: move it with tidings migrate, or name a new folder with --data")
        }
        if let marker, marker.address.description != address.description {
            throw StorageError(
                .unfit, doing: doing,
                detail: """
                    \(folder.path) belongs to \(marker.address), not to \(address): name that, or another folder with --data. If the \
                    database itself has moved, remove \(folder.path)/\(DatabaseMarker.fileName)
                    """)
        }
        try PostgresFitness.check(address)
    }

    /// Opens the store of a folder: in `database`, which the folder then belongs to, or where the folder says. Throws `StorageError`; if a
    /// database can't hold the store, nothing is created.
    package static func opened(in folder: URL, database: DatabaseAddress?) throws -> Store {
        try check(folder, database: database)
        guard let database else { return try Store(in: folder) }
        try DataFolder.use(database, for: folder)
        return try Store(in: folder, at: database)
    }
}
