package import Records

extension FollowingStore {
    /// Limit of watches per person.
    package static let watchLimit = 10_000

    static func checkRoom(_ table: String, of person: Person, limit: Int, _ database: Connection) throws {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE person = ?", arguments: [person.id]) ?? 0
        guard count < limit else {
            throw StorageError(
                .full, doing: "adding to \(table)", detail: "There are \(limit) \(table.replacing("_", with: " ")) already; remove some.")
        }
    }

    /// The caller has checked the condition against the board's schema; it isn't checked again. Throws `StorageError` with `full` if the
    /// person has reached the limit.
    package func addWatch(of person: Person, on feed: Feed, _ settings: Watch.Settings, at time: Timestamp) async throws -> Watch {
        try await database.write("adding a watch", locking: .person(person.id)) { database in
            try Self.checkRoom("watches", of: person, limit: Self.watchLimit, database)
            try BoardStore.check(feed.board, isVisibleTo: person.id, doing: "adding a watch", database)
            let columns = settings.columns + [person.id, feed.board, feed.id, time.milliseconds]
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        INSERT INTO watches (condition, channels, quiet_from, quiet_to, quiet_zone, digest, daily_at, muted, person, board,
                            feed, created)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *, \(Watch.zone)
                        """, arguments: Arguments(columns))
            else { throw StoredFault("the watch is not there") }
            return try Watch(row)
        }
    }

    /// Applies `alter` to a watch's settings as stored now. Returns the watch as stored then; nil if it was removed. If `alter` throws,
    /// nothing changes.
    package func update(_ id: Watch.ID, _ alter: @escaping @Sendable (inout Watch.Settings) throws -> Void) async throws -> Watch? {
        try await database.write("altering a watch", locking: .owner(of: "watches", id)) { database -> Result<Watch?, any Error> in
            guard var watch = try Self.watch(id, database) else { return .success(nil) }
            do { try alter(&watch.settings) } catch { return .failure(error) }
            try database.execute(
                sql: """
                    UPDATE watches SET condition = ?, channels = ?, quiet_from = ?, quiet_to = ?, quiet_zone = ?, digest = ?, daily_at = ?,
                        muted = ?
                    WHERE id = ?
                    """, arguments: Arguments(watch.settings.columns + [watch.id]))
            return .success(watch)
        }.get()
    }

    /// Removes a watch, with its notices that haven't been sent yet. False if it was already removed.
    package func remove(_ watch: Watch) async throws -> Bool {
        try await database.write("removing a watch", locking: .person(watch.person).withNews) { database in
            try database.execute(sql: "DELETE FROM notices WHERE watch = ? AND state = 'waiting'", arguments: [watch.id])
            // Only the watch's changes are removed from a digest.
            try database.execute(
                sql: """
                    DELETE FROM notice_changes WHERE watch = ? AND notice IN
                        (SELECT id FROM notices WHERE person = ? AND channel IS NOT NULL AND state = 'waiting')
                    """, arguments: [watch.id, watch.person])
            try database.execute(
                sql: """
                    DELETE FROM notices WHERE person = ? AND state = 'waiting' AND watch IS NULL AND health IS NULL AND news IS NULL
                        AND programme IS NULL AND NOT EXISTS (SELECT 1 FROM notice_changes WHERE notice = notices.id)
                    """, arguments: [watch.person])
            try database.execute(sql: "DELETE FROM watches WHERE id = ?", arguments: [watch.id])
            return database.changesCount > 0
        }
    }

    package func watch(_ id: Int64) async throws -> Watch? {
        try await database.read("reading a watch") { try Self.watch(id, $0) }
    }

    private static func watch(_ id: Int64, _ database: Connection) throws -> Watch? {
        try Row.fetchOne(database, sql: "\(Watch.select) WHERE id = ?", arguments: [id]).map(Watch.init)
    }

    /// The different conditions of all people's watches on a feed.
    package func conditions(on feed: Feed) async throws -> [Condition] {
        try await database.read("reading conditions of watches") { database in
            let statement = try database.cachedStatement(sql: "SELECT DISTINCT condition FROM watches WHERE feed = ?")
            return try Row.fetchAll(statement, arguments: [feed.id]).compactMap { try? Condition(json: $0["condition"]) }
        }
    }

    /// A person's watches, oldest first.
    package func watches(of person: Person) async throws -> [Watch] {
        try await database.read("listing watches") { database in
            let statement = try database.cachedStatement(sql: "\(Watch.select) WHERE person = ? ORDER BY id")
            return try Row.fetchAll(statement, arguments: [person.id]).map(Watch.init)
        }
    }
}
