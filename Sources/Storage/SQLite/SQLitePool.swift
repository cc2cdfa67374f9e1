import Foundation
import GRDB

/// The connections to the database of an installation: one SQLite file in write-ahead mode, which the server and the command line use
/// concurrently. Writes are serialised, and reads run beside them (https://www.sqlite.org/wal.html).
final class SQLitePool: Sendable {
    private let pool: DatabasePool

    /// Opens the file, and creates it if it doesn't exist.
    init(_ file: URL) throws {
        var configuration = DatabaseFile.configuration
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { [counting = StatementCount.current] database in
            let connection = Connection(database)
            try connection.execute(sql: "PRAGMA synchronous = NORMAL")
            try connection.execute(sql: Connection.cachePragma(kilobytes: Connection.defaultCache))
            try connection.execute(sql: "PRAGMA foreign_keys = ON")
            for function in SortKeys.all { function.add(to: connection) }
            counting?.watch(database)
        }
        pool = try DatabasePool(path: file.path, configuration: configuration)
    }

    /// Migrates the tables to this version's schema. Each migration is a transaction.
    func migrate(_ migrations: [Migration]) throws { try migrations.migrator.migrate(pool) }

    func read<Result: Sendable>(_ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        try await pool.read { try body(Connection($0)) }
    }

    func write<Result: Sendable>(_ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        try await pool.write { try body(Connection($0)) }
    }

    /// The same, blocking the caller's thread.
    func readNow<Result>(_ body: (Connection) throws -> Result) throws -> Result { try pool.read { try body(Connection($0)) } }

    /// The same for writing.
    func writeNow<Result>(_ body: (Connection) throws -> Result) throws -> Result { try pool.write { try body(Connection($0)) } }

    /// Writes, and returns once the data is on the disk. Blocks the caller.
    func writeDurably<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try withWriter { connection in
            // Outside a transaction, and not as a cached statement: SQLite applies it when it parses the statement.
            try connection.execute(sql: "PRAGMA synchronous = FULL")
            defer { try? connection.execute(sql: "PRAGMA synchronous = NORMAL") }
            var result: Result?
            try connection.inTransaction { result = try body(connection) }
            guard let result else { throw StoredFault("nothing was written") }
            return result
        }
    }

    /// The writer connection, outside a transaction, for operations that SQLite allows only there. Blocks the caller.
    func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try pool.writeWithoutTransaction { try body(Connection($0)) }
    }

    func close() throws { try pool.close() }

    /// Calls `tell` after each commit of this process that inserted rows into a table.
    func onInsert(into table: String, _ tell: @escaping @Sendable () -> Void) {
        pool.add(transactionObserver: InsertObserver(table, tell), extent: .databaseLifetime)
    }
}

extension Connection {
    /// Pages per connection: enough for the data of any view's page.
    static let defaultCache = 2000

    static func cachePragma(kilobytes: Int) -> String { "PRAGMA cache_size = -\(kilobytes)" }
}

extension [Migration] {
    fileprivate var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in self { migrator.registerMigration(migration.name) { try migration.body(Connection($0)) } }
        return migrator
    }

    /// Whether the database has migrations that this list doesn't: a later version wrote it.
    func areFewer(thanIn connection: Connection) throws -> Bool { try migrator.hasBeenSuperseded(connection.sqlite) }
}

/// Any SQLite file, opened by one connection: a backup, for example.
struct DatabaseFile {
    private let queue: DatabaseQueue

    init(_ file: URL, readOnly: Bool = false) throws {
        var configuration = Self.configuration
        configuration.readonly = readOnly
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result { try queue.read { try body(Connection($0)) } }
    func write<Result>(_ body: (Connection) throws -> Result) throws -> Result { try queue.write { try body(Connection($0)) } }
    /// Outside a transaction.
    func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try queue.inDatabase { try body(Connection($0)) }
    }
    func close() throws { try queue.close() }

    fileprivate static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(10)
        return configuration
    }
}
