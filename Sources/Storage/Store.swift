import CLinux
package import Foundation
import GRDB
import Records
import Synchronization

/// The database of an installation: one SQLite file in write-ahead mode, which the server and the command line use at once.
///
/// All SQL is in this module and no GRDB type leaves it. Each board has its own typed table, `board_<name>`, that anyone may open and
/// query; `migrator` defines the other tables. Writes are serialised, and reads run beside them (https://www.sqlite.org/wal.html).
package final class Store: Sendable {
    let pool: DatabasePool
    let keptTables: KeptTables
    /// The person on whose behalf this store writes; nil for the program itself.
    private let behalf: OnBehalf?

    /// Seals the addresses of channels.
    let seal: AddressSeal
    let room: DiskRoom
    /// Names of the boards' tables with cached statements.
    final class KeptTables: Sendable {
        let names = Mutex<Set<String>>([])
    }

    /// Whether the folder contains a store.
    package static func isThere(in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(Backup.databaseName).path)
    }

    /// Opens the store in a folder, and makes both if they don't exist. Throws `StorageError`.
    /// The disk counts as full if fewer bytes than `reserve` are free.
    package convenience init(in folder: URL) throws { try self.init(in: folder, reserve: DiskRoom.usualReserve) }

    init(in folder: URL, reserve: Int) throws {
        room = DiskRoom(folder, reserve: reserve)
        let file = folder.appendingPathComponent(Backup.databaseName)
        do {
            try DataFolder.make(folder)
            DataFolder.restrict(folder)
            // SQLite gives its other files the permissions of this one.
            DataFolder.make(file: file)
            seal = try AddressSeal(in: folder)
            var configuration = GRDB.Configuration()
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                try database.execute(sql: Self.cachePragma(kilobytes: Self.usualCache))
                try database.execute(sql: "PRAGMA foreign_keys = ON")
                for function in [SortKeys.folded, SortKeys.seconds] { database.add(function: function) }
            }
            keptTables = KeptTables()
            behalf = nil
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try Self.migrator.migrate(pool)
            try Self.sealAddresses(pool, seal)
        } catch {
            throw error as? StorageError ?? StorageError(error, doing: "opening \(file.path)")
        }
    }

    /// Of pages, for each connection: a page of any view finds what it shows there.
    private static let usualCache = 2000

    /// Writes many rows by `body`, with room for the pages of all indexes: with less, the same pages go out and come back for every few rows.
    static func writingMany(in database: Database, _ body: () throws -> Void) throws {
        try database.execute(sql: cachePragma(kilobytes: 8000))
        defer { try? database.execute(sql: cachePragma(kilobytes: usualCache)) }
        try body()
    }

    /// Gives back what reading a large source took, before storing it takes as much again.
    static func releaseMemory() { _ = malloc_trim(0) }

    private static func cachePragma(kilobytes: Int) -> String { "PRAGMA cache_size = -\(kilobytes)" }

    private init(_ store: Store, _ behalf: OnBehalf) {
        (pool, keptTables, seal, room, self.behalf) = (store.pool, store.keptTables, store.seal, store.room, behalf)
    }

    /// The same store for writing on someone's behalf: each transaction that writes first checks that they still may.
    package func acting(for behalf: OnBehalf?) -> Store { behalf.map { Store(self, $0) } ?? self }

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
        migrator.registerMigration("16 people behind audit lines and invitations, links to log in") { database in
            try database.execute(sql: Self.peopleBehindLines)
        }
        migrator.registerMigration("audit counts") { try $0.execute(sql: Self.auditCounts) }
        migrator.registerMigration("sealed addresses") { try $0.execute(sql: Self.sealedAddresses) }
        migrator.registerMigration("jobs") { try $0.execute(sql: Self.jobTables) }
        migrator.registerMigration("media") { try $0.execute(sql: Self.mediaTables) }
        migrator.registerMigration("media positions") { try $0.execute(sql: Self.mediaPositionTable) }
        migrator.registerMigration("documents") { try $0.execute(sql: Self.documentTables) }
        migrator.registerMigration("reminders") { try $0.execute(sql: Self.reminderTables) }
        migrator.registerMigration("media search") { try WordIndex.media.create(in: $0) }
        migrator.registerMigration("media playlists") { try $0.execute(sql: Self.mediaPlaylistTables) }
        migrator.registerMigration("document exports") { try $0.execute(sql: Self.documentExportTables) }
        migrator.registerMigration("feed addresses") { try $0.execute(sql: Self.feedAddressTables) }
        migrator.registerMigration("notes of feeds") { try $0.execute(sql: Self.feedNoteTable) }
        migrator.registerMigration("pronunciations") { try $0.execute(sql: Self.pronunciationTable) }
        migrator.registerMigration("document bookmarks") { try $0.execute(sql: Self.documentBookmarkTable) }
        migrator.registerMigration("languages of documents") { try $0.execute(sql: Self.documentLanguages) }
        migrator.registerMigration("media marks") { try $0.execute(sql: Self.mediaMarkColumn) }
        migrator.registerMigration("media search anywhere in words") { try Self.foldMediaWords($0) }
        migrator.registerMigration("passages of documents") { try $0.execute(sql: Self.documentPassages) }
        migrator.registerMigration("folders of documents") { try $0.execute(sql: Self.documentFolderTable) }
        migrator.registerMigration("pictures beside media") { try $0.execute(sql: Self.mediaSleeveColumn) }
        migrator.registerMigration("mailboxes of documents") { try $0.execute(sql: Self.documentMailboxTable) }
        migrator.registerMigration("editions of document exports") { try $0.execute(sql: Self.documentExportEdition) }
        migrator.registerMigration("changes by time") { try $0.execute(sql: "CREATE INDEX changes_seen ON changes (feed, seen)") }
        migrator.registerMigration("rules of media names") { try $0.execute(sql: Self.mediaNamingColumn) }
        migrator.registerMigration("clerks") { try $0.execute(sql: Self.clerksOfQueues) }
        return migrator
    }

    /// The id of the row that an `INSERT … RETURNING id` has made.
    static func inserted(_ statement: Statement, _ arguments: StatementArguments) throws -> Int64 {
        guard let id = try Int64.fetchOne(statement, arguments: arguments) else { throw DatabaseError(message: "no row was made") }
        return id
    }

    /// Reads, and turns errors of GRDB and SQLite into ours.
    func read<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Database) throws -> Result) async throws -> Result {
        do { return try await pool.read(body) } catch { throw StorageError.mapped(error, doing: doing) }
    }

    /// Writes in one transaction, with errors as in `read`. Throws `Withdrawn` if the person it acts for may no longer write.
    func write<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Database) throws -> Result) async throws -> Result {
        do {
            let result = try await pool.write { [behalf] database in
                try behalf?.check(database)
                return try body(database)
            }
            room.note(nil)
            return result
        } catch {
            let failure = StorageError.mapped(error, doing: doing)
            room.note(failure)
            throw failure
        }
    }
}

/// What the store couldn't do, and what SQLite said. Never contains stored values.
package struct StorageError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// Can't make, read or write the folder.
        case folder
        /// The database refused or failed.
        case database
        /// A server holds the folder.
        case inUse
        /// The limit on the number of entries is reached.
        case full
        /// Other users of the machine can write the stored files.
        case exposed
        /// The file isn't a backup, is incomplete, or comes from a later version.
        case backup
        /// The disk is full.
        case noRoom
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
            // SQLite has another code for no room for the log's index.
            let isFull = error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
            code =
                isFull
                ? .noRoom
                : [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOTADB].contains(error.resultCode) ? .folder : .database
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
        switch error {
        // Cancelling a task interrupts its SQLite statement.
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT: CancellationError()
        case is CancellationError, is StorageError, is EffortSpent, is Withdrawn: error
        default: StorageError(error, doing: doing)
        }
    }

    package var description: String { "the store failed at \(doing): \(detail)" }
}

extension Store {
    /// Checks the database and describes it in a few words.
    package func description() async throws -> String {
        try await read("checking the database") { database in
            let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? "?"
            let state = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "?"
            guard state == "ok" else { throw DatabaseError(message: "the database is damaged: \(state)") }
            return "SQLite \(version), sound"
        }
    }
}
