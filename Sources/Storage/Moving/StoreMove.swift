package import Foundation
package import Records

/// Moves a data folder's store into a PostgreSQL database, or out of it, completely or not at all.
///
/// Everything is one transaction of the target database. Before it commits, it is compared with the source: the number of each table's rows
/// and a sum of their hashes (`TableSum`). An SQLite file is created under another name and renamed at the end. The marker in the folder
/// (`DatabaseMarker`) says which of the two is in use, so a move that is interrupted at any moment leaves one complete store in use. No
/// server may run, and nothing else can write meanwhile. The folder keeps its keys and files.
package struct StoreMove: Sendable {
    package enum Direction: Sendable {
        case intoDatabase, outOfDatabase
    }

    package struct Report: Sendable {
        /// Each table's number of rows, and the size of their values in bytes.
        package let tables: [(name: String, sum: TableSum)]
        /// Problems to fix before the move, one sentence each.
        package var hindrances: [String] = []
        /// The folder's former file, which isn't deleted.
        package var aside: URL?
    }

    private let folder: URL
    private let address: DatabaseAddress
    private let direction: Direction

    private static let partSuffix = ".moving"
    /// Timeout of one answer, long enough to check the rows of a large table at the end.
    private static let timeout = Duration.seconds(3600)
    private static let unhurried = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
    private static let reading = "\(PostgresPool.reading); \(unhurried)"
    private static let writing = "\(PostgresPool.writing); \(unhurried)"

    package init(_ direction: Direction, folder: URL, address: DatabaseAddress) {
        (self.direction, self.folder, self.address) = (direction, folder.standardizedFileURL, address)
    }

    private var file: URL { folder.appendingPathComponent(DataFolder.databaseName) }
    private var doing: String { direction == .intoDatabase ? "moving to \(address)" : "moving to \(folder.path)" }

    private func refusal(_ sentence: String) -> StorageError { StorageError(.moving, doing: doing, detail: sentence) }

    /// Reports the planned move and what prevents it, without changing anything. Throws `StorageError` if there is no store to move.
    package func check() throws -> Report {
        var hindrances: [String] = []
        func note(_ look: () throws -> Void) {
            do { try look() } catch { hindrances.append((error as? StorageError)?.detail ?? "\(error)") }
        }
        try lookAtSource()
        note(lookAtTarget)
        note { if FileManager.default.fileExists(atPath: folder.path) { _ = try DataLock(folder) } }
        switch direction {
        case .intoDatabase:
            note { try withDatabase(lookForRoom) }
            let pool = try opening { try SQLitePool(file) }
            defer { try? pool.close() }
            return try opening {
                try pool.readNow { try Report(tables: sums(in: $0), hindrances: hindrances + Self.hindrances(in: $0)) }
            }
        case .outOfDatabase:
            note { try withDatabase { _ in } }
            return try opening {
                let connection = try PostgresConnection(address, timeout: Self.timeout)
                return try connection.transaction(Self.reading) { connection in
                    let source = Connection.postgres(connection)
                    return try Report(tables: sums(in: source), hindrances: hindrances + self.hindrances(inDatabase: source))
                }
            }
        }
    }

    /// Moves the store. If it throws `StorageError`, source and target are unchanged.
    package func run(at time: Timestamp) throws -> Report {
        try lookAtSource()
        try lookAtTarget()
        let lock = try DataLock(folder)
        defer { withExtendedLifetime(lock) {} }
        return try withDatabase { connection in
            switch direction {
            case .intoDatabase: try moveIn(connection, at: time)
            case .outOfDatabase: try moveOut(connection, at: time)
            }
        }
    }

    // MARK: Into the database

    private func moveIn(_ connection: PostgresConnection, at time: Timestamp) throws -> Report {
        let pool = try SQLitePool(file)
        let tables = try pool.withWriter { source in
            var tables: [(name: String, sum: TableSum)] = []
            try source.inTransaction {
                if let sentence = try Self.hindrances(in: source).first { throw refusal(sentence) }
                tables = try connection.transaction(Self.writing) { connection in
                    let target = Connection.postgres(connection)
                    // A previous move was interrupted just before its last step: the rows are already there.
                    if try !target.tableNames().isEmpty {
                        guard try !isOther(target, source) else { throw refusal(Self.isNotEmpty) }
                        return try sums(in: source)
                    }
                    try PostgresTables.migrate(target, Store.migrations)
                    return try StoreCopy(source: source, target: target).run()
                }
                try DatabaseMarker(address).write(in: folder)
            }
            try? source.emptyLog()
            return tables
        }
        try? pool.close()
        return Report(tables: tables, aside: try putAside(at: time))
    }

    private static let isNotEmpty = "the database has tables already: name an empty one, made by createdb"

    /// Whether a database has tables but isn't a copy of the folder's store.
    private func isOther(_ target: Connection, _ source: Connection) throws -> Bool {
        guard try PostgresTables.migrations(in: target) == Set(Store.migrations.map(\.name)) else { return true }
        return try !StoreCopy(source: source, target: target).isDone()
    }

    /// Renames the folder's file, which is no longer its store.
    private func putAside(at time: Timestamp) throws -> URL {
        let aside = folder.appendingPathComponent("\(DataFolder.databaseName).before-\(time.description.filter { $0 != "-" && $0 != ":" })")
        guard !FileManager.default.fileExists(atPath: aside.path), rename(file.path, aside.path) == 0 else {
            throw StorageError(.folder, doing: doing, detail: "\(file.path) can’t be renamed to \(aside.path)")
        }
        // If another program has it open, the write-ahead log may hold part of it.
        for suffix in ["-wal", "-shm"] { rename(file.path + suffix, aside.path + suffix) }
        try DataFolder.sync(folder)
        return aside
    }

    // MARK: Out of the database

    private func moveOut(_ connection: PostgresConnection, at time: Timestamp) throws -> Report {
        let part = folder.appendingPathComponent("\(DataFolder.databaseName)\(Self.partSuffix)")
        func clear() { for suffix in ["", "-wal", "-shm"] { unlink(part.path + suffix) } }
        clear()
        defer { clear() }
        return try connection.transaction(Self.writing) { connection in
            let source = Connection.postgres(connection)
            if let sentence = try hindrances(inDatabase: source).first { throw refusal(sentence) }
            DataFolder.make(file: part)
            let pool = try SQLitePool(part)
            try pool.migrate(Store.migrations)
            let tables = try pool.withWriter { target in
                var tables: [(name: String, sum: TableSum)] = []
                try target.inTransaction {
                    // Rows may reference rows of their own table that come later.
                    try target.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    tables = try StoreCopy(source: source, target: target).run()
                }
                try target.emptyLog()
                return tables
            }
            try pool.close()
            try DataFolder.sync(part)
            // The marker says that this file isn't in use.
            let aside = try DataFolder.hasOwnStore(folder) ? putAside(at: time) : nil
            guard rename(part.path, file.path) == 0 else {
                throw StorageError(.folder, doing: doing, detail: String(cString: strerror(errno)))
            }
            DataFolder.give(file, toOwnerOf: folder)
            try DataFolder.sync(folder)
            try DatabaseMarker.remove(from: folder)
            return Report(tables: tables, aside: aside)
        }
    }

    // MARK: Hindrances

    private func lookAtSource() throws {
        let marker = try DatabaseMarker.read(in: folder)
        switch direction {
        case .intoDatabase:
            if let marker { throw refusal("the store of \(folder.path) is in \(marker.address) already") }
            guard DataFolder.hasOwnStore(folder) else { throw refusal("there is no store in \(folder.path): name a data folder") }
        case .outOfDatabase:
            if let marker, marker.address.description != address.description {
                throw refusal("the store of \(folder.path) is in \(marker.address): give that address, as the file database there has it")
            }
        }
    }

    private func lookAtTarget() throws {
        guard direction == .outOfDatabase, DataFolder.hasOwnStore(folder), try DatabaseMarker.read(in: folder) == nil else { return }
        throw refusal("\(folder.path) has a store of its own: name a folder without one, with the keys of the server’s")
    }

    /// Connects to the database. No server runs on it meanwhile.
    private func withDatabase<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try opening {
            try PostgresFitness.check(address)
            let connection = try PostgresConnection(address, timeout: Self.timeout)
            guard try Bool.fetchOne(.postgres(connection), sql: PostgresPool.tryReserving) == true else {
                throw refusal("a server is running on the database; stop it first")
            }
            defer { if !connection.isLost { try? connection.run(PostgresPool.releasing) } }
            return try body(connection)
        }
    }

    /// Throws if the database has tables that aren't a copy of the folder's store.
    private func lookForRoom(in connection: PostgresConnection) throws {
        try connection.transaction(Self.reading) { connection in
            let target = Connection.postgres(connection)
            guard try !target.tableNames().isEmpty else { return }
            let pool = try SQLitePool(file)
            defer { try? pool.close() }
            if try pool.readNow({ try isOther(target, $0) }) { throw refusal(Self.isNotEmpty) }
        }
    }

    private func sums(in source: Connection) throws -> [(name: String, sum: TableSum)] {
        try TableShape.all(in: source).map { ($0.name, try TableSum(of: $0, in: source)) }
    }

    /// The obstacles to moving a store out of PostgreSQL.
    private func hindrances(inDatabase source: Connection) throws -> [String] {
        let steps = try PostgresTables.migrations(in: source)
        guard !steps.isEmpty else { return ["the database has no store of Tidings"] }
        guard steps == Set(Store.migrations.map(\.name)) else { return [Self.isOfOtherVersion] }
        let hasAddresses = try Bool.fetchOne(source, sql: "SELECT EXISTS (SELECT 1 FROM channels)") == true
        let key = folder.appendingPathComponent(AddressSeal.fileName).path
        guard hasAddresses, !FileManager.default.fileExists(atPath: key) else { return [] }
        return ["\(key) is missing, without which people’s channels can’t be used: name the server’s data folder, or copy it from there"]
    }

    static let isOfOtherVersion = "the store is of another version: start this version’s server on it once, then stop it"

    /// Maps errors of either engine to `StorageError`.
    private func opening<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw StorageError.mapped(error, doing: doing) }
    }
}
