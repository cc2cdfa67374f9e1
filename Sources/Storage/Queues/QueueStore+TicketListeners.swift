package import Records

// The browsers to notify about a ticket.
extension QueueStore {
    /// Adds a browser to a ticket, or replaces its settings. `ahead` is the number of tickets in front now: if the ticket is already near,
    /// "near" isn't news.
    ///
    /// False if a limit is reached.
    package func add(_ listener: TicketListener, whileAhead ahead: Int) async throws -> Bool {
        let mark = seal.mark(listener.endpoint, for: .listener)
        return try await database.write("storing a listener of a ticket") { [seal] database in
            // A desk of another server either has made its call, or sees the listener when it makes it.
            let line = "SELECT name FROM queues WHERE name = (SELECT line FROM queue_tickets WHERE id = ?) \(database.dialect.forChange)"
            _ = try String.fetchOne(database, sql: line, arguments: [listener.ticket])
            // A browser that changes its settings doesn't count twice.
            let others = "SELECT count(*) FROM queue_listeners WHERE NOT (ticket = ? AND endpoint = ?)"
            func count(_ sql: String, _ more: Arguments = []) throws -> Int {
                try Int.fetchOne(database, sql: sql, arguments: [listener.ticket, mark] + more) ?? 0
            }
            guard try count("\(others) AND ticket = ?", [listener.ticket]) < TicketListener.limitOfTicket,
                try count("\(others) AND queue = ?", [listener.queue]) < TicketListener.limitOfQueue,
                try count(others) < TicketListener.limit
            else { return false }
            try database.execute(
                sql: """
                    INSERT INTO queue_listeners (ticket, queue, endpoint, address, language, page, ahead, was_near)
                    VALUES (:ticket, :queue, :endpoint, :address, :language, :page, :ahead, :near)
                    ON CONFLICT (ticket, endpoint) DO UPDATE SET
                        address = excluded.address, language = excluded.language, page = excluded.page, ahead = excluded.ahead,
                        -- What was told is not told again.
                        was_near = CASE WHEN excluded.was_near <> 0 OR EXISTS
                            (SELECT 1 FROM queue_words WHERE listener = queue_listeners.id AND kind = 'near') THEN 1 ELSE 0 END
                    """,
                arguments: [
                    "ticket": listener.ticket, "queue": listener.queue, "endpoint": mark,
                    "address": try seal.seal(listener.address, for: .listener),
                    "language": listener.language, "page": listener.page, "ahead": listener.ahead, "near": ahead <= listener.ahead,
                ])
            return true
        }
    }

    package func removeListener(of ticket: Ticket.ID, at endpoint: String) async throws {
        try await database.write("removing a listener of a ticket") {
            try $0.execute(
                sql: "DELETE FROM queue_listeners WHERE ticket = ? AND endpoint = ?",
                arguments: [ticket, self.seal.mark(endpoint, for: .listener)])
        }
    }

    /// Deletes the listeners of a queue's tickets that ended before a time. Returns how many there were.
    package func eraseListeners(endedIn queue: String, before: Timestamp) async throws -> Int {
        try await database.write("removing listeners of tickets") { database in
            try database.execute(
                sql: """
                    DELETE FROM queue_listeners WHERE queue = ?
                        AND EXISTS (SELECT 1 FROM queue_tickets WHERE queue_tickets.id = ticket AND ended < ?)
                    """, arguments: [queue, before.milliseconds])
            return database.changesCount
        }
    }

    /// Removes the guests' data from a queue's tickets that ended before a time. Returns how many tickets had any.
    package func erase(endedIn queue: String, before: Timestamp) async throws -> Int {
        try await database.write("erasing what guests said") { database in
            try database.execute(
                sql: """
                    UPDATE queue_tickets SET guest = NULL, device = NULL
                    WHERE queue = ? AND ended < ? AND (guest IS NOT NULL OR device IS NOT NULL)
                    """, arguments: [queue, before.milliseconds])
            return database.changesCount
        }
    }
}
