import Foundation
package import Records

// The outbox of queues. Messages ("words") enter it in the transaction that makes a call durable (`commit`), so either both are stored or
// neither. They leave it by being claimed and noted. A claim is durable before anything is sent, and messages of a process that has died
// are given up, so none is sent twice. A claim names its node, so that no other node gives it up.
extension QueueStore {
    static let listening = "EXISTS (SELECT 1 FROM queue_listeners)"

    static func hasListeners(_ database: Connection) throws -> Bool {
        try Bool.fetchOne(database.cachedStatement(sql: "SELECT \(listening)")) == true
    }

    /// Posts messages for the tickets that were called, and for those that are near now. Part of a commit's transaction.
    static func post(_ writing: QueueWriting, _ database: Connection) throws {
        let tickets = Dictionary(writing.tickets.map { ($0.id, $0) }) { _, last in last }
        // A ticket that was called and recalled within one group gets one message.
        var called: [(ticket: Ticket.ID, isFirst: Bool, at: Timestamp)] = []
        for act in writing.acts where act.kind == .call || act.kind == .recall {
            guard let id = act.ticket, let ticket = tickets[id], ticket.state == .called, ticket.counter == act.counter else { continue }
            let known = called.firstIndex { $0.ticket == id }
            let isFirst = act.kind == .call || known.map { called[$0].isFirst } ?? false
            if let known { called.remove(at: known) }
            called.append((id, isFirst, act.at))
        }
        for call in called {
            let listeners = try Int64.fetchAll(
                database.cachedStatement(sql: "SELECT id FROM queue_listeners WHERE ticket = ?"), arguments: [call.ticket])
            try tell(listeners, call.isFirst ? "turn" : "again", counter: tickets[call.ticket]?.counter, at: call.at, database)
        }
        for front in writing.fronts { try postNear(front, database) }
    }

    /// The same for one ticket that became near while a browser was being registered for it.
    package func postNear(_ front: QueueWriting.Front) async throws {
        try await database.write("telling who is near") { try Self.postNear(front, $0) }
    }

    /// The same for one browser whose ticket was called while the browser was being registered. If it already has a message about a call,
    /// it gets no other.
    package func postTurn(of ticket: Ticket, isFirst: Bool, to endpoint: String, at now: Timestamp) async throws {
        try await database.write("telling who was called") { database in
            let listeners = try Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM queue_listeners WHERE ticket = ? AND endpoint = ?
                        AND NOT EXISTS (SELECT 1 FROM queue_words WHERE listener = queue_listeners.id AND kind <> 'near')
                    """, arguments: [ticket.id, self.seal.mark(endpoint, for: .listener)])
            try Self.tell(listeners, isFirst ? "turn" : "again", counter: ticket.counter, at: now, database)
        }
    }

    private static func postNear(_ front: QueueWriting.Front, _ database: Connection) throws {
        let listeners = try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM queue_listeners WHERE ticket = ? AND ahead >= ? AND was_near = 0"),
            arguments: [front.ticket, front.ahead])
        guard !listeners.isEmpty else { return }
        try tell(listeners, "near", ahead: front.ahead, at: front.at, database)
        try database.cachedStatement(sql: "UPDATE queue_listeners SET was_near = 1 WHERE ticket = ? AND ahead >= ?")
            .execute(arguments: [front.ticket, front.ahead])
    }

    /// Adds a message for each of these listeners, each with its own identifier.
    private static func tell(
        _ listeners: [Int64], _ kind: String, counter: String? = nil, ahead: Int? = nil, at time: Timestamp, _ database: Connection
    ) throws {
        let word = try database.cachedStatement(
            sql: """
                INSERT INTO queue_words (identifier, listener, kind, counter, ahead, made, next_attempt) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
                """)
        for listener in listeners {
            let identifier = UUID().uuidString.lowercased().replacing("-", with: "")
            try word.execute(arguments: [identifier, listener, kind, counter, ahead, time.milliseconds])
        }
    }

    // MARK: Sending

    /// When the next message is due; nil if none is waiting.
    package func nextTicketWord() async throws -> Timestamp? {
        try await database.read("looking for words of queues") { database in
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT min(next_attempt) FROM queue_words WHERE state = 'waiting'")
            ).map(Timestamp.init(milliseconds:))
        }
    }

    /// Claims messages that are due; calls come before "near". Outdated ones are marked late: too old, replaced by a newer message, or the
    /// ticket is gone or now called elsewhere. `node`: the server that sends them; empty: it is the only one.
    package func claimTicketWords(upTo limit: Int, on node: String = "", at now: Timestamp) async throws -> [TicketWord] {
        try await database.write("claiming words of queues") { database in
            try database.cachedStatement(
                sql: """
                    UPDATE queue_words SET state = 'late' WHERE state = 'waiting' AND next_attempt <= ?1 AND (
                        made < ?2
                        OR EXISTS (SELECT 1 FROM queue_words AS newer
                            WHERE newer.listener = queue_words.listener AND newer.id > queue_words.id)
                        OR NOT EXISTS (
                            SELECT 1 FROM queue_listeners JOIN queue_tickets AS now ON now.id = ticket WHERE queue_listeners.id = listener
                                AND CASE WHEN kind = 'near' THEN now.state = 'waiting'
                                    ELSE now.state = 'called' AND now.counter IS NOT DISTINCT FROM queue_words.counter END))
                    """
            ).execute(arguments: [now.milliseconds, (now + (.zero - TicketWord.lifetime)).milliseconds])
            let ids = try Int64.fetchAll(
                database.cachedStatement(
                    sql: """
                        UPDATE queue_words SET state = 'sending', attempts = attempts + 1, node = ?3 WHERE state = 'waiting' AND id IN
                            (SELECT id FROM queue_words WHERE state = 'waiting' AND next_attempt <= ?1 ORDER BY kind = 'near', id LIMIT ?2)
                        RETURNING id
                        """), arguments: [now.milliseconds, limit, node])
            return try ids.sorted().compactMap { id in
                try Row.fetchOne(
                    database,
                    sql: """
                        SELECT queue_words.id AS word, identifier, kind, queue_words.counter, queue_words.ahead AS told, made, attempts,
                            queue_listeners.*, queue_tickets.label
                        FROM queue_words JOIN queue_listeners ON queue_listeners.id = listener
                            JOIN queue_tickets ON queue_tickets.id = ticket
                        WHERE queue_words.id = ?
                        """, arguments: [id]
                ).flatMap { TicketWord($0, self.seal) }
            }
        }
    }

    private static let givenUp = "UPDATE queue_words SET state = 'failed', failure = 'the server ended while it was sent'"

    /// At the start of a server: gives up messages that an earlier run of it was sending. Whether they were sent is unknown, and a missing
    /// message is better than a duplicate. A node leaves those of other nodes alone. Returns how many there were. `node`: its name; empty:
    /// it is the only server.
    @discardableResult
    package func giveUpClaimedTicketWords(of node: String = "") async throws -> Int {
        try await database.write("giving up words of queues") { database in
            try database.execute(
                sql: "\(Self.givenUp) WHERE state = 'sending' AND (?1 = '' OR node = ?1 OR node = '')", arguments: [node])
            return database.changesCount
        }
    }

    /// The same for nodes that have given no sign of life for this long.
    @discardableResult
    package func giveUpClaimedTicketWords(ofNodesGoneFor time: Duration) async throws -> Int {
        try await database.write("giving up words of servers that are gone") { database in
            try database.execute(
                sql: "\(Self.givenUp) WHERE state = 'sending' AND \(LeaseStore.isGone("queue_words", in: database))",
                arguments: [time.wholeMilliseconds])
            return database.changesCount
        }
    }

    package func note(_ outcome: TicketWord.Outcome, of word: TicketWord) async throws {
        try await database.write("noting a word of a queue") { database in
            switch outcome {
            case .sent:
                try database.execute(sql: "UPDATE queue_words SET state = 'sent', failure = NULL WHERE id = ?", arguments: [word.id])
            case .failed(let reason, let retryAt):
                let reason = try self.seal.seal(reason, for: .failure)
                try database.execute(
                    sql: "UPDATE queue_words SET state = ?, failure = ?, next_attempt = coalesce(?, next_attempt) WHERE id = ?",
                    arguments: [retryAt == nil ? "failed" : "waiting", reason, retryAt?.milliseconds, word.id])
            case .gone:
                try database.execute(
                    sql: "DELETE FROM queue_listeners WHERE id = (SELECT listener FROM queue_words WHERE id = ?)", arguments: [word.id])
            }
        }
    }
}

extension TicketWord {
    fileprivate init?(_ row: Row, _ seal: AddressSeal) {
        let counter: String? = row["counter"]
        let known: Kind? =
            switch row["kind"] as String {
            case "near": .near(ahead: row["told"])
            case "turn": counter.map { .turn(counter: $0) }
            case "again": counter.map { .again(counter: $0) }
            default: nil
            }
        guard let known, let identifier = UUID(hex: row["identifier"]) else { return nil }
        self.init(
            id: row["word"], identifier: identifier, kind: known, ticket: row["ticket"], label: row["label"],
            listener: TicketListener(
                ticket: row["ticket"], queue: row["queue"], endpoint: row["endpoint"],
                address: seal.open(row["address"], for: .listener) ?? "", language: row["language"],
                page: row["page"], ahead: row["ahead"]),
            made: Timestamp(milliseconds: row["made"]), attempts: row["attempts"])
    }
}

extension UUID {
    /// Parses a UUID from 32 hexadecimal digits.
    fileprivate init?(hex: String) {
        var text = hex
        for place in [20, 16, 12, 8] where text.count >= place { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        self.init(uuidString: text)
    }
}
