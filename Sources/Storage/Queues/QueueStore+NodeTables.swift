extension QueueStore {
    /// What desks of several servers note for each other. The desk of a server that is alone leaves it as it is.
    static func addVersions(_ database: Connection) throws {
        let dialect = database.dialect
        func add(_ column: String, _ definition: String, to table: String) throws {
            try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column) \(definition)")
        }
        // Increases with each commit. Spans, tickets and blocks have that of their queue (their line) in which they were last written.
        for table in ["queues", "queue_spans", "queue_tickets", "queue_blocks"] {
            try add("version", "\(dialect.integer) NOT NULL DEFAULT 0", to: table)
        }
        // A desk that knows an earlier version has to read the whole queue.
        try add("whole", "\(dialect.integer) NOT NULL DEFAULT 0", to: "queues")
        // Of the database, as of the last commit.
        try add("timeline", "\(dialect.text) NOT NULL DEFAULT ''", to: "queues")
        // The last group of commands of each desk (`LastGroups`).
        try add("desks", "\(dialect.text) NOT NULL DEFAULT ''", to: "queues")
        try database.execute(sql: "CREATE INDEX queue_spans_newer ON queue_spans (queue, version) WHERE version > 0")
        try database.execute(sql: "CREATE INDEX queue_tickets_newer ON queue_tickets (line, version) WHERE version > 0")
        if dialect == .postgres { try database.execute(sql: "CREATE SEQUENCE queue_ticket_ids OWNED BY queue_tickets.id") }
    }
}
