import GRDB
package import Records

extension Store {
    /// The condition has been bound to the board's schema before; what is stored is taken for right.
    package func addWatch(of person: Person, on feed: Feed, _ settings: Watch.Settings, at time: Timestamp) async throws -> Watch {
        try await write("adding a watch") { database in
            let columns = settings.columns + [person.id, feed.board, feed.id, time.milliseconds]
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        INSERT INTO watches (condition, channels, quiet_from, quiet_to, quiet_zone, digest, muted, person, board, feed, created)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *
                        """, arguments: StatementArguments(columns))
            else { throw DatabaseError(message: "the watch is not there") }
            return try Watch(row)
        }
    }

    /// Stores the settings of a watch as they are now. False if it is gone.
    package func update(_ watch: Watch) async throws -> Bool {
        try await write("altering a watch") { database in
            try database.execute(
                sql: """
                    UPDATE watches SET condition = ?, channels = ?, quiet_from = ?, quiet_to = ?, quiet_zone = ?, digest = ?, muted = ?
                    WHERE id = ?
                    """, arguments: StatementArguments(watch.settings.columns + [watch.id]))
            return database.changesCount > 0
        }
    }

    /// Removes a watch, with its notices that are not sent yet. False if it is gone already.
    package func remove(_ watch: Watch) async throws -> Bool {
        try await write("removing a watch") { database in
            try database.execute(sql: "DELETE FROM watches WHERE id = ?", arguments: [watch.id])
            return database.changesCount > 0
        }
    }

    package func watch(_ id: Int64) async throws -> Watch? {
        try await read("reading a watch") {
            try Row.fetchOne($0, sql: "SELECT * FROM watches WHERE id = ?", arguments: [id]).map(Watch.init)
        }
    }

    /// A person's watches, oldest first.
    package func watches(of person: Person) async throws -> [Watch] {
        try await read("listing watches") { database in
            try Row.fetchAll(database, sql: "SELECT * FROM watches WHERE person = ? ORDER BY id", arguments: [person.id]).map(Watch.init)
        }
    }

    /// Hands over the watches of a feed that are not muted, one by one, oldest first: there may be a million. Returns the ids of those that
    /// cannot be read, because another version of the program wrote them.
    package func forEachWatch(of feed: Feed, _ body: @Sendable @escaping (Watch) throws -> Void) async throws -> [Int64] {
        try await read("reading the watches of \(feed.board)") { database in
            var unreadable: [Int64] = []
            let cursor = try Row.fetchCursor(
                database, sql: "SELECT * FROM watches WHERE feed = ? AND muted = 0 ORDER BY id", arguments: [feed.id])
            while let row = try cursor.next() {
                if let watch = try? Watch(row) { try body(watch) } else { unreadable.append(row["id"]) }
            }
            return unreadable
        }
    }
}
