import Foundation
package import Records

// Tickets, bare numbers, and the acts on queues.
//
// `QueueDesk` (module Queueing) decides; this store makes its decisions durable. Data that must not be lost once a person has seen it is
// committed with `synchronous = FULL`: SQLite returns from the commit when the write-ahead log is on the disk
// (https://www.sqlite.org/wal.html#performance_considerations).
extension QueueStore {
    /// The limit on ended tickets of each queue that are loaded.
    private static let endedLimit = 1_000
    private static let sampleLimit = 30

    /// Stores the decisions on one group of commands, in one transaction and with one sync: all of them or none.
    ///
    /// Blocks the thread until the data is on the disk, so call it on your own thread. `people` gave these commands; throws `Withdrawn` for
    /// the first of them who may no longer give them.
    package func commit(_ writing: QueueWriting, onBehalfOf people: [OnBehalf] = []) throws {
        do {
            let scope = database.scope
            try database.pool.writeDurably(scope) { database in
                for person in people { try person.check(database) }
                try database.running(scope) { try Self.write(writing, $0) }
            }
            database.room.note(nil)
        } catch {
            let failure = StorageError.mapped(error, doing: "writing down what queues did")
            database.room.note(failure)
            throw failure
        }
    }

    private static func write(_ writing: QueueWriting, _ database: Connection) throws {
        if !writing.lines.isEmpty {
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO queues (name, board, day, began, next, settings) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET
                        board = excluded.board, day = excluded.day, began = excluded.began, next = excluded.next,
                        settings = excluded.settings
                    """)
            for line in writing.lines {
                try statement.execute(
                    arguments: [line.name, line.board, line.day, line.began.milliseconds, line.next, try json(line.settings)])
            }
        }
        for line in writing.days { try writeDay(line, database) }
        for span in writing.spans {
            guard let last = span.last, let joined = span.joined else {
                try database.cachedStatement(sql: "DELETE FROM queue_spans WHERE queue = ? AND day = ? AND first = ?")
                    .execute(arguments: [span.queue, span.day, span.first])
                continue
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO queue_spans (queue, day, first, last, joined) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (queue, day, first) DO UPDATE SET last = excluded.last, joined = excluded.joined
                    """
            ).execute(arguments: [span.queue, span.day, span.first, last, joined.milliseconds])
        }
        for ticket in writing.tickets { try write(ticket, database) }
        for block in writing.blocks {
            try database.execute(
                sql: "INSERT INTO queue_blocks (queue, day, first, last, kiosk, reserved) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    block.queue, block.day, block.block.first, block.block.last, block.block.kiosk, block.reserved.milliseconds,
                ])
        }
        for act in writing.acts { try write(act, database) }
        if try hasListeners(database) { try post(writing, database) }
    }

    static func writeDay(_ line: QueueWriting.Line, _ database: Connection) throws {
        try database.execute(
            sql: "INSERT INTO queue_days (queue, day, began) VALUES (?, ?, ?) ON CONFLICT (queue, day) DO NOTHING",
            arguments: [line.name, line.day, line.began.milliseconds])
    }

    static func write(_ act: QueueAct, _ database: Connection) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO queue_acts (at, queue, day, act, ticket, label, counter, actor, person, name, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                act.at.milliseconds, act.queue, act.day, act.kind.rawValue, act.ticket, act.label, act.counter, act.actor.kind.rawValue,
                act.actor.person, act.actor.name.map { String($0.prefix(60)) }, act.detail.map { String($0.prefix(300)) },
            ])
    }

    private static let ticketSQL = putTicket()
    private static let versionedTicketSQL = putTicket(", version", ", ?", ", version = excluded.version")

    private static func putTicket(_ column: String = "", _ parameter: String = "", _ change: String = "") -> String {
        """
        INSERT INTO queue_tickets (id, queue, day, number, label, line, place, state, services, counter, calls, joined, called,
            ended, not_before, device, guest\(column))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(parameter))
        ON CONFLICT (id) DO UPDATE SET
            line = excluded.line, place = excluded.place, state = excluded.state, services = excluded.services,
            counter = excluded.counter, calls = excluded.calls, called = excluded.called, ended = excluded.ended,
            not_before = excluded.not_before, device = excluded.device, guest = excluded.guest\(change)
        """
    }

    static func write(_ ticket: Ticket, version: Int64? = nil, _ database: Connection) throws {
        var arguments: Arguments = [
            ticket.id, ticket.queue, ticket.day, ticket.number, ticket.label, ticket.line, ticket.place, ticket.state.rawValue,
            try json(ticket.services), ticket.counter, ticket.calls, ticket.joined.milliseconds, ticket.called?.milliseconds,
            ticket.ended?.milliseconds, ticket.notBefore?.milliseconds, ticket.device,
            ticket.guest.isEmpty ? nil : try json(ticket.guest),
        ]
        if let version { arguments += [version] }
        try database.cachedStatement(sql: version == nil ? ticketSQL : versionedTicketSQL).execute(arguments: arguments)
    }

    /// The current state of the queues. Blocks the thread; called when a desk opens.
    package func all() throws -> StoredQueues {
        do { return try database.pool.readNow(Self.queues) } catch { throw StorageError.mapped(error, doing: "reading the queues") }
    }

    private static func queues(_ database: Connection) throws -> StoredQueues {
        var stored = StoredQueues()
        let next = try Int64.fetchOne(database, sql: "SELECT coalesce(max(id), 0) + 1 FROM queue_tickets")
        stored.nextTicket = next ?? 1
        stored.tickets = try Row.fetchAll(database, sql: "SELECT * FROM queue_tickets WHERE ended IS NULL").map(Ticket.init)
        for row in try Row.fetchAll(database, sql: "SELECT * FROM queues") {
            let name: String = row["name"]
            var queue = StoredQueues.Queue(
                day: row["day"], began: Timestamp(milliseconds: row["began"]), next: row["next"],
                settings: try JSONDecoder().decode(QueueSettings.self, from: Data((row["settings"] as String).utf8)))
            (queue.version, queue.timeline) = (row["version"], row["timeline"])
            let today: Arguments = [name, queue.day]
            queue.spans = try Row.fetchCursor(
                database,
                sql: "SELECT first, last, joined FROM queue_spans WHERE queue = ? AND day = ? AND last >= first ORDER BY first",
                arguments: today
            ).reduce(into: []) { $0.append(BareSpan(first: $1[0], last: $1[1], joined: Timestamp(milliseconds: $1[2]))) }
            queue.blocks = try Row.fetchAll(
                database, sql: "SELECT first, last, kiosk FROM queue_blocks WHERE queue = ? AND day = ? ORDER BY first", arguments: today
            ).map { KioskBlock(first: $0["first"], last: $0["last"], kiosk: $0["kiosk"]) }
            let ended = try Row.fetchAll(
                database, sql: "SELECT * FROM queue_tickets WHERE line = ? AND ended IS NOT NULL ORDER BY ended DESC LIMIT ?",
                arguments: [name, Self.endedLimit]
            ).map(Ticket.init)
            queue.samples = ended.lazy.filter { $0.state == .finished }.prefix(Self.sampleLimit).reversed().compactMap { ticket in
                guard let called = ticket.called, let ended = ticket.ended else { return nil }
                return (ticket.id, ended - called)
            }
            stored.tickets += ended
            stored.queues[name] = queue
        }
        return stored
    }

    /// All numbers that a queue has issued on its current day, in order, as ranges: bare numbers and tickets.
    package func numbers(in queue: String) async throws -> [ClosedRange<Int>] {
        try await database.read("reading the numbers of a queue") { database in
            try Row.fetchCursor(
                database,
                sql: """
                    SELECT first, last FROM queue_spans JOIN queues ON name = queue AND queues.day = queue_spans.day WHERE queue = ?1
                    UNION ALL
                    SELECT number, number FROM queue_tickets JOIN queues ON name = queue AND queues.day = queue_tickets.day WHERE queue = ?1
                    ORDER BY 1
                    """, arguments: [queue]
            ).reduce(into: []) { ranges, row in
                let (first, last): (Int, Int) = (row[0], row[1])
                if first <= last { ranges.append(first...last) }
            }
        }
    }

    /// The acts on a queue, newest first; with `before`, only older ones.
    package func acts(in queue: String, before: Int64? = nil, limit: Int) async throws -> [(id: Int64, act: QueueAct)] {
        try await database.read("reading what was done to a queue") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM queue_acts WHERE queue = ? AND id < ? ORDER BY id DESC LIMIT ?",
                arguments: [queue, before ?? .max, limit]
            ).compactMap { row in
                guard let kind = QueueAct.Kind(rawValue: row["act"]), let actor = QueueActor.Kind(rawValue: row["actor"]) else {
                    return nil
                }
                let act = QueueAct(
                    kind, at: Timestamp(milliseconds: row["at"]), queue: queue, day: row["day"], ticket: row["ticket"], label: row["label"],
                    counter: row["counter"], by: QueueActor(kind: actor, person: row["person"], name: row["name"]), detail: row["detail"])
                return (row["id"], act)
            }
        }
    }

    /// The tickets of one queue that ended between two times, oldest first; for its statistics.
    package func tickets(endedIn queue: String, from: Timestamp, to: Timestamp, limit: Int) async throws -> [Ticket] {
        try await database.read("reading the tickets of a queue") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM queue_tickets WHERE line = ? AND ended >= ? AND ended < ? ORDER BY ended, id LIMIT ?",
                arguments: [queue, from.milliseconds, to.milliseconds, limit]
            ).map(Ticket.init)
        }
    }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension Ticket {
    init(_ row: Row) throws {
        guard let state = State(rawValue: row["state"]) else { throw StoredFault("a ticket is in a state that is not known") }
        func time(_ column: String) -> Timestamp? { (row[column] as Int64?).map { Timestamp(milliseconds: $0) } }
        let decoder = JSONDecoder()
        self.init(
            id: row["id"], queue: row["queue"], day: row["day"], number: row["number"], label: row["label"], line: row["line"],
            place: row["place"], state: state, services: try decoder.decode([String].self, from: Data((row["services"] as String).utf8)),
            counter: row["counter"], calls: row["calls"], joined: Timestamp(milliseconds: row["joined"]), called: time("called"),
            ended: time("ended"), notBefore: time("not_before"), device: row["device"],
            guest: try (row["guest"] as String?).map { try decoder.decode([PersonalField: String].self, from: Data($0.utf8)) } ?? [:])
    }
}
