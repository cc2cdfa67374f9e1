package import Foundation
package import Records

/// All data of an installation except the files in its folder. Each topic is a store over the same `Database`, with its tables, its rows as
/// values and its queries; this type holds what concerns all topics.
package struct Store: Sendable {
    let database: Database

    /// Sources: feeds, their records, and the records' changes.
    package var feeds: FeedStore { FeedStore(database: database) }
    /// Watches, price alerts, notices, and their channels.
    package var following: FollowingStore { FollowingStore(database: database) }
    /// People, their sessions, tokens and settings, and the audit trail of accounts.
    package var people: PersonStore { PersonStore(database: database.of(.people)) }
    package var queues: QueueStore { QueueStore(database: database.of(.queues)) }
    /// Places and geocoded addresses.
    package var places: PlaceStore { PlaceStore(database: database.of(.places)) }
    /// Reminders of programmes.
    package var reminders: ReminderStore { ReminderStore(database: database) }
    /// People's documents and everything that belongs to them.
    package var documents: DocumentStore { DocumentStore(database: database.of(.documents)) }
    /// Films and music.
    package var media: MediaStore { MediaStore(database: database.of(.media)) }
    package var jobs: JobStore { JobStore(database: database.of(.jobs)) }
    package var boards: BoardStore { BoardStore(database: database) }
    package var leases: LeaseStore { LeaseStore(database: database.apart) }

    /// Whether the folder contains a store.
    package static func isThere(in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(DataFolder.databaseName).path)
            || (try? DatabaseMarker.read(in: folder)) != nil
    }

    /// Opens the store of a folder, and creates both if they don't exist. It is in the folder, or in a database that the folder names
    /// (`DatabaseMarker`). Throws `StorageError`.
    package init(in folder: URL) throws {
        if let marker = try DatabaseMarker.read(in: folder) {
            try self.init(in: folder, at: marker.address)
        } else {
            try self.init(in: folder, reserve: DiskRoom.defaultReserve)
        }
    }

    /// Opens the store in a PostgreSQL database, and creates its tables if there are none. The keys are in the folder, not in the database.
    /// Throws `StorageError`.
    package init(in folder: URL, at address: DatabaseAddress) throws { try self.init(in: folder, at: address, without: []) }

    /// `missing`: locks that it doesn't take, for tests.
    init(in folder: URL, at address: DatabaseAddress, without missing: Set<WriteScope.Lock>) throws {
        do {
            try DataFolder.make(folder)
            DataFolder.restrict(folder)
            let seal = try AddressSeal(in: folder)
            let pool = ConnectionPool.postgres(try PostgresPool(address, without: missing))
            try pool.migrate(Self.migrations)
            let room = DiskRoom(folder, reserve: DiskRoom.defaultReserve)
            database = Database(pool: pool, room: room, seal: seal, preparedTables: .init())
        } catch {
            throw error as? StorageError ?? StorageError(error, doing: "opening \(address)")
        }
    }

    /// The disk counts as full if fewer bytes than `reserve` are free.
    init(in folder: URL, reserve: Int) throws {
        let file = folder.appendingPathComponent(DataFolder.databaseName)
        do {
            try DataFolder.make(folder)
            DataFolder.restrict(folder)
            // SQLite gives its other files the permissions of this one.
            DataFolder.make(file: file)
            let seal = try AddressSeal(in: folder)
            let pool = try SQLitePool(file)
            try pool.migrate(Self.migrations)
            try Self.sealAddresses(pool, seal)
            database = Database(pool: .sqlite(pool), room: DiskRoom(folder, reserve: reserve), seal: seal, preparedTables: .init())
        } catch {
            throw error as? StorageError ?? StorageError(error, doing: "opening \(file.path)")
        }
    }

    private init(_ database: Database) { self.database = database }

    /// Reserves the database, as `DataLock` does for a folder, so that no other server uses it. As a node, it allows only nodes with other
    /// names. Throws `StorageError` if another server has it.
    package func reserve(asNode name: String? = nil) throws {
        switch database.pool {
        case .postgres(let pool): try pool.reserve(asNode: name)
        case .sqlite:
            guard name == nil else {
                throw StorageError(
                    .unfit, doing: "starting a node", detail: "nodes share a database of PostgreSQL: name it with --database")
            }
        }
    }

    /// The same store, for writing on a person's behalf: each writing transaction first checks that they still may.
    package func acting(for behalf: OnBehalf?) -> Store {
        guard let behalf else { return self }
        var database = database
        database.behalf = behalf
        return Store(database)
    }

    /// For changes on behalf of the caller. Each write checks that the person may still make it (`OnBehalf`).
    package var forAsker: Store { acting(for: Asking.behalf) }

    /// The same store, for data stored under a lease: each writing transaction first checks that no other server has acquired the lease,
    /// and none can until it commits. nil: the store unchanged.
    package func under(_ lease: Lease?) -> Store {
        guard let lease else { return self }
        var database = database
        database.lease = lease
        return Store(database)
    }

    /// Checks the database and describes it in a few words.
    package func description() async throws -> String {
        try await database.read("checking the database") { database in
            switch database {
            case .sqlite(let connection): try connection.checked()
            case .postgres(let connection): "PostgreSQL \(connection.version)"
            }
        }
    }

    /// Whether nothing more should be stored. If a write was refused, it tries one again, so this state ends by itself.
    package func isOutOfRoom() async -> Bool {
        let room = database.room
        if room.isTight { return true }
        guard room.wasRefused else { return false }
        // Rewriting an unchanged row still adds a page to the log.
        try? await database.write("looking for room", locking: .nothing) {
            try $0.execute(sql: "UPDATE geocode_traffic SET failures = failures WHERE id = 1")
        }
        return room.wasRefused
    }
}
