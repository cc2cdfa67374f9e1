package import Records

// The events of queues, for servers that share them (Decision 66). A server that is alone stores none.
extension QueueStore {
    /// The number of stored events of a queue: followers who missed more begin again with its state.
    package static let eventLimit = 4_096
    /// Old events are removed with every event whose version is a multiple of this.
    private static let pruneStep: Int64 = 64

    /// Stores an event in the turn whose changes it reports. The turn holds the queue, so its versions become visible in order.
    static func add(_ event: QueueEvent, _ database: Connection) throws {
        try database.cachedStatement(sql: "INSERT INTO queue_events (queue, version, event, state, next) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [event.queue, event.version, event.event, event.state, event.next])
        guard event.version % pruneStep == 0 else { return }
        try database.cachedStatement(sql: "DELETE FROM queue_events WHERE queue = ? AND version <= ?")
            .execute(arguments: [event.queue, event.version - Int64(eventLimit)])
    }

    /// The events of a queue from this version on, oldest first; of very many the last `eventLimit`.
    package func events(of queue: String, from version: Int64) async throws -> [QueueEvent] {
        try await database.read("reading the events of a queue") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT version, event, state, next FROM queue_events WHERE queue = ? AND version >= ?
                    ORDER BY version DESC LIMIT \(Self.eventLimit)
                    """)
            return try Row.fetchAll(statement, arguments: [queue, version]).reversed().map {
                QueueEvent(queue: queue, version: $0["version"], event: $0["event"], state: $0["state"], next: $0["next"])
            }
        }
    }

    /// The number of events after these versions, by the queues' names.
    package func eventCount(after versions: [String: Int64]) async throws -> Int {
        guard !versions.isEmpty else { return 0 }
        return try await database.read("counting events of queues") { database in
            let statement = try database.cachedStatement(sql: "SELECT count(*) FROM queue_events WHERE queue = ? AND version > ?")
            return try versions.sorted { $0.key < $1.key }.reduce(0) { count, one in
                count + (try Int.fetchOne(statement, arguments: [one.key, one.value]) ?? 0)
            }
        }
    }

    /// Names the sequence of a queue's events for all servers. `new` becomes its name if it has none. The queue is stored.
    package func epoch(of queue: String, orElse new: String) async throws -> String {
        try await database.write("naming the events of a queue") { database in
            try database.execute(sql: "UPDATE queues SET epoch = ? WHERE name = ? AND epoch = ''", arguments: [new, queue])
            return try String.fetchOne(database, sql: "SELECT epoch FROM queues WHERE name = ?", arguments: [queue]) ?? new
        }
    }

    /// The last event of each queue, by the queue's name. Blocks the thread; called when a desk opens.
    package func lastEvents() throws -> [String: QueueEvent] {
        do { return try database.pool.readNow(Self.lastEvents) } catch {
            throw StorageError.mapped(error, doing: "reading the events of queues")
        }
    }

    private static func lastEvents(_ database: Connection) throws -> [String: QueueEvent] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT queue, version, event, state, next FROM queue_events
                    JOIN (SELECT queue AS name, max(version) AS last FROM queue_events GROUP BY queue) AS latest
                    ON queue = latest.name AND version = latest.last
                """)
        let events = rows.map {
            QueueEvent(queue: $0["queue"], version: $0["version"], event: $0["event"], state: $0["state"], next: $0["next"])
        }
        return Dictionary(events.map { ($0.queue, $0) }) { first, _ in first }
    }

    static func addEvents(_ database: Connection) throws {
        let dialect = database.dialect
        try database.execute(
            sql: """
                CREATE TABLE queue_events (
                    queue \(dialect.text) NOT NULL,
                    version \(dialect.integer) NOT NULL,
                    -- JSON, both as followers get it.
                    event \(dialect.text) NOT NULL,
                    state \(dialect.text) NOT NULL,
                    next \(dialect.integer) NOT NULL,
                    PRIMARY KEY (queue, version)
                ) \(dialect.strict)
                """)
        // Begins the ids of its events; empty where a server is alone.
        try database.execute(sql: "ALTER TABLE queues ADD COLUMN epoch \(dialect.text) NOT NULL DEFAULT ''")
    }
}
