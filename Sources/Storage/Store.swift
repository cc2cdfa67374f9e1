package import Foundation
import GRDB
import Synchronization

/// The database of an installation: one SQLite file in write-ahead mode, used by the server and the command line at once.
///
/// All SQL is in this module and no GRDB type leaves it. Each board has a typed table of its own, `board_<name>`, that anyone
/// may open and query; the rest is ours (`migrator`). Writes are serialised, reads run beside them
/// (https://www.sqlite.org/wal.html).
package final class Store: Sendable {
    let pool: DatabasePool
    /// The boards' tables whose statements are kept.
    let keptTables = Mutex<Set<String>>([])

    /// Whether a folder holds a store.
    package static func isThere(in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(Backup.databaseName).path)
    }

    /// Opens the store in a folder, making both if they are not there. Throws `StorageError`.
    package init(in folder: URL) throws {
        let file = folder.appendingPathComponent(Backup.databaseName)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var configuration = GRDB.Configuration()
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                // Half a megabyte of pages for each connection is enough for tables of this size.
                try database.execute(sql: "PRAGMA cache_size = -500")
                try database.execute(sql: "PRAGMA foreign_keys = ON")
                for function in [SortKeys.folded, SortKeys.seconds] { database.add(function: function) }
            }
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try Self.migrator.migrate(pool)
        } catch {
            throw StorageError(error, doing: "opening \(file.path)")
        }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 feeds, fetches, changes, lookups") { database in
            try database.execute(
                sql: """
                    CREATE TABLE boards (
                        name TEXT PRIMARY KEY,
                        -- The fields as they were when the board's table was made, to see when they have changed.
                        fields TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE feeds (
                        id INTEGER PRIMARY KEY,
                        board TEXT NOT NULL,
                        url TEXT NOT NULL,
                        etag TEXT,
                        last_modified TEXT,
                        -- Times are milliseconds since 1970, UTC.
                        last_attempt INTEGER,
                        last_success INTEGER,
                        last_change INTEGER,
                        due INTEGER,
                        failure TEXT,
                        failures INTEGER NOT NULL DEFAULT 0,
                        records INTEGER NOT NULL DEFAULT 0,
                        UNIQUE (board, url)
                    ) STRICT;
                    CREATE TABLE fetches (
                        id INTEGER PRIMARY KEY,
                        feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
                        began INTEGER NOT NULL,
                        ended INTEGER NOT NULL,
                        -- 'changed', 'same', 'unmodified' (304) or 'failed'
                        outcome TEXT NOT NULL,
                        detail TEXT,
                        bytes INTEGER NOT NULL,
                        etag TEXT
                    ) STRICT;
                    CREATE INDEX fetches_of_feed ON fetches (feed, id);
                    CREATE TABLE changes (
                        id INTEGER PRIMARY KEY,
                        feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
                        -- No foreign key: a change outlives the log of fetches.
                        fetch INTEGER NOT NULL,
                        seen INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        key TEXT NOT NULL,
                        -- The field that people are asked for, where the board asks.
                        asked TEXT,
                        -- JSON objects of the record's fields by name.
                        before TEXT,
                        after TEXT
                    ) STRICT;
                    CREATE INDEX changes_of_feed ON changes (feed, id);
                    CREATE INDEX changes_asked ON changes (feed, asked, id);
                    CREATE TABLE lookups (
                        visitor TEXT NOT NULL,
                        board TEXT NOT NULL,
                        needle TEXT NOT NULL,
                        asked INTEGER NOT NULL,
                        PRIMARY KEY (visitor, board)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2 people, watches, notices, health") { try $0.execute(sql: Self.watchTables) }
        migrator.registerMigration("3 channels, the outbox by channel") { try $0.execute(sql: Self.channelTables) }
        migrator.registerMigration("4 accounts") { try $0.execute(sql: Self.accountTables) }
        migrator.registerMigration("5 what the answer to a fetch said of itself") { database in
            try database.execute(sql: Self.fetchValidators)
            // The history of one record.
            try database.execute(sql: "CREATE INDEX changes_of_key ON changes (feed, key, id)")
        }
        migrator.registerMigration("6 addresses to be confirmed") { try $0.execute(sql: Self.confirmationTable) }
        migrator.registerMigration("7 watches follow their person") { try $0.execute(sql: Self.watchesOfPeople) }
        migrator.registerMigration("8 feeds of notices") { try $0.execute(sql: Self.noticeFeedTable) }
        migrator.registerMigration("9 bindings") { try $0.execute(sql: Self.bindingColumns) }
        migrator.registerMigration("10 places") { try $0.execute(sql: Self.placeTables) }
        migrator.registerMigration("11 geocodes") { try $0.execute(sql: Self.geocodeTables) }
        migrator.registerMigration("12 price alerts") { try $0.execute(sql: Self.alertTables) }
        migrator.registerMigration("13 queues") { try $0.execute(sql: Self.queueTables) }
        migrator.registerMigration("14 queue words") { try $0.execute(sql: Self.ticketWordTables) }
        migrator.registerMigration("15 feeds that are watched together") { try $0.execute(sql: Self.feedLeads) }
        return migrator
    }

    /// Reads, with foreign errors made ours.
    func read<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Database) throws -> Result) async throws -> Result {
        do { return try await pool.read(body) } catch { throw StorageError.mapped(error, doing: doing) }
    }

    /// Writes in one transaction, with foreign errors made ours.
    func write<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Database) throws -> Result) async throws -> Result {
        do { return try await pool.write(body) } catch { throw StorageError.mapped(error, doing: doing) }
    }
}

/// The store could not do what it was asked: what, and what SQLite said. Values are never part of it.
package struct StorageError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// The folder cannot be made, read or written.
        case folder
        /// The database did not do what it was asked.
        case database
        /// A server holds the folder.
        case inUse
        /// There are as many as there may be.
        case full
    }

    package let code: Code
    package let doing: String
    package let detail: String

    init(_ code: Code, doing: String, detail: String) {
        self.code = code
        self.doing = doing
        self.detail = detail
    }

    init(_ error: any Error, doing: String) {
        self.doing = doing
        switch error {
        case let error as DatabaseError:
            code = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOTADB].contains(error.resultCode) ? .folder : .database
            detail = "\(error.message ?? "error") (SQLite \(error.extendedResultCode.rawValue))"
        case let error as CocoaError:
            code = .folder
            detail = "the folder cannot be made or written to: \(error.localizedDescription)"
        default:
            code = .database
            detail = "\(error)"
        }
    }

    static func mapped(_ error: any Error, doing: String) -> any Error {
        error is CancellationError || error is StorageError ? error : StorageError(error, doing: doing)
    }

    package var description: String { "the store failed at \(doing): \(detail)" }
}

extension Store {
    /// The database in a few words, after looking whether it is sound.
    package func description() async throws -> String {
        try await read("checking the database") { database in
            let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? "?"
            let state = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "?"
            guard state == "ok" else { throw DatabaseError(message: "the database is damaged: \(state)") }
            return "SQLite \(version), sound"
        }
    }
}
