import Foundation
import Synchronization

@testable import Storage

/// Databases for tests in the PostgreSQL that `TIDINGS_TEST_DATABASE` names: one for each folder, made from a template, and dropped once the
/// folder is gone.
enum TestDatabases {
    private static let template = "tidings_template"
    /// Of this process, by name.
    private static let folders = Mutex<[String: URL]>([:])

    /// nil where no server is named.
    static var server: DatabaseAddress? {
        ProcessInfo.processInfo.environment["TIDINGS_TEST_DATABASE"].flatMap(DatabaseAddress.init)
    }

    static func store(in folder: URL) throws -> Store { try Store(in: folder, at: address(for: folder)) }

    /// The database of a folder; a new one has the tables of a store, or none.
    static func address(for folder: URL, isEmpty: Bool = false) throws -> DatabaseAddress {
        guard let server else { throw NoServer() }
        // What isn't there counts as gone.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = "\(isEmpty ? "e" : "t")_\(String(hash(folder.standardizedFileURL.path), radix: 16))"
        let connection = try PostgresConnection(server)
        let known = try String.fetchAll(.postgres(connection), sql: "SELECT datname FROM pg_database WHERE datname = ?", arguments: [name])
        if known.isEmpty {
            if !isEmpty { try makeTemplate(connection, server) }
            do {
                try connection.run("CREATE DATABASE \(name)\(isEmpty ? "" : " TEMPLATE \(template)")")
            } catch let error as PostgresError where ["42P04", "23505"].contains(error.state) {
                // Another test of the same folder was first.
            }
        }
        let gone = folders.withLock { folders in
            folders[name] = folder
            let gone = folders.filter { !FileManager.default.fileExists(atPath: $0.value.path) }
            for name in gone.keys { folders[name] = nil }
            return gone.keys
        }
        // A store may be used longer than its folder is there.
        for name in gone {
            let users = try Int.fetchOne(
                .postgres(connection), sql: "SELECT count(*) FROM pg_stat_activity WHERE datname = ?", arguments: [name])
            if users == 0 { try connection.run("DROP DATABASE IF EXISTS \(name)") }
        }
        return try named(name, server)
    }

    /// One process makes it, the others wait.
    private static func makeTemplate(_ connection: PostgresConnection, _ server: DatabaseAddress) throws {
        try connection.run("SET lock_timeout = 0; SELECT pg_advisory_lock(1)")
        defer { try? connection.run("SELECT pg_advisory_unlock(1)") }
        let known = try String.fetchAll(
            .postgres(connection), sql: "SELECT datname FROM pg_database WHERE datname = ?", arguments: [template])
        guard known.isEmpty else { return }
        try connection.run("CREATE DATABASE \(template)_made")
        let pool = try PostgresPool(named("\(template)_made", server))
        try pool.migrate(Store.migrations)
        pool.close()
        try connection.run("ALTER DATABASE \(template)_made RENAME TO \(template)")
    }

    private static func named(_ name: String, _ server: DatabaseAddress) throws -> DatabaseAddress {
        guard let address = DatabaseAddress(server.text.replacing("/postgres?", with: "/\(name)?")) else { throw NoServer() }
        return address
    }

    /// FNV-1a: the same in every process.
    private static func hash(_ text: String) -> UInt64 { text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

    private struct NoServer: Error, CustomStringConvertible {
        let description = "TIDINGS_TEST_DATABASE names no server: Scripts/postgres COMMAND starts one"
    }
}
