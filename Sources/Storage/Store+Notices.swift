import Foundation
import GRDB
package import Records

// The outbox. Notices enter it in the transaction that stores their changes (`apply(_:to:…, telling:)`), so either both are there or
// neither; they leave it by being claimed, sent and noted. A claim is a lease: whoever dies with it loses it at its end.
extension Store {
    /// When the next notice is to be sent; nil if none waits.
    package func nextDue() async throws -> Timestamp? {
        try await read("looking for notices") {
            try Int64.fetchOne($0, sql: "SELECT min(next_attempt) FROM notices WHERE state = 'waiting'").map(Timestamp.init(milliseconds:))
        }
    }

    /// Takes notices that are due, the longest waiting first, and keeps others from them until the lease ends.
    package func claim(upTo limit: Int = 100, at now: Timestamp, lease: Duration) async throws -> [StoredNotice] {
        try await write("claiming notices") { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    UPDATE notices SET attempts = attempts + 1, next_attempt = ?2 WHERE id IN
                        (SELECT id FROM notices WHERE state = 'waiting' AND next_attempt <= ?1 ORDER BY next_attempt, id LIMIT ?3)
                    RETURNING *
                    """, arguments: [now.milliseconds, (now + lease).milliseconds, limit])
            return try rows.map { row in
                let changes = try Int64.fetchAll(
                    database, sql: "SELECT change FROM notice_changes WHERE notice = ? ORDER BY change", arguments: [row["id"] as Int64])
                return StoredNotice(row, changes: changes)
            }.sorted { $0.id < $1.id }
        }
    }

    /// Notes what came of an attempt. What was sent is sent, whoever says so; a failure counts only from the last who claimed it. False
    /// if nothing was noted.
    @discardableResult
    package func note(_ outcome: StoredNotice.Outcome, of notice: StoredNotice, at now: Timestamp) async throws -> Bool {
        try await write("noting a delivery") { database in
            switch outcome {
            case .sent:
                try database.execute(
                    sql: "UPDATE notices SET state = 'sent', ended = ?, failure = NULL WHERE id = ? AND state = 'waiting'",
                    arguments: [now.milliseconds, notice.id])
            case .failed(let reason, let retryAt):
                try database.execute(
                    sql: """
                        UPDATE notices SET failure = :reason, state = iif(:retry IS NULL, 'failed', 'waiting'),
                            next_attempt = coalesce(:retry, next_attempt), ended = iif(:retry IS NULL, :now, NULL)
                        WHERE id = :id AND state = 'waiting' AND attempts = :attempts
                        """,
                    arguments: [
                        "reason": reason, "retry": retryAt?.milliseconds, "now": now.milliseconds, "id": notice.id,
                        "attempts": notice.attempts,
                    ])
            }
            return database.changesCount > 0
        }
    }

    /// The changes a notice is about, oldest first; those of a former form of the board's fields are left out.
    package func changes(of notice: StoredNotice, _ schema: Schema) async throws -> [StoredChange] {
        try await read("reading the changes of a notice") { database in
            try Row.fetchAll(
                database,
                sql: "SELECT changes.* FROM changes JOIN notice_changes ON change = changes.id WHERE notice = ? ORDER BY changes.id",
                arguments: [notice.id]
            ).compactMap { try Self.change($0, schema) }
        }
    }

    /// Reads the state of a feed's health, lets it take what happened, stores it, and posts what is to be said to everyone who watches the
    /// feed, in one transaction: a trouble is told once. Returns what was said.
    @discardableResult
    package func updateHealth<Health: Codable & Sendable>(
        of feed: Feed, from initial: Health, at now: Timestamp, _ take: @Sendable @escaping (inout Health) -> [String]
    ) async throws -> [String] {
        try await write("noting the health of \(feed.board)") { database in
            let stored = try String.fetchOne(database, sql: "SELECT state FROM feed_health WHERE feed = ?", arguments: [feed.id])
            // A state of a former form is begun anew.
            var health = stored.flatMap { try? JSONDecoder().decode(Health.self, from: Data($0.utf8)) } ?? initial
            let said = take(&health)
            try database.execute(
                sql: "INSERT INTO feed_health (feed, state) VALUES (?, ?) ON CONFLICT (feed) DO UPDATE SET state = excluded.state",
                arguments: [feed.id, String(decoding: try JSONEncoder().encode(health), as: UTF8.self)])
            for sentence in said {
                try database.execute(
                    sql: """
                        INSERT INTO notices (feed, person, channel, detail, created, next_attempt)
                        SELECT DISTINCT ?1, person, json_each.value, ?2, ?3, ?3 FROM watches, json_each(watches.channels)
                        WHERE feed = ?1 AND muted = 0
                        """, arguments: [feed.id, sentence, now.milliseconds])
            }
            return said
        }
    }

    /// The state of a feed's health; nil while nothing is known of it.
    package func health<Health: Codable & Sendable>(of feed: Feed, as _: Health.Type) async throws -> Health? {
        try await read("reading the health of \(feed.board)") { database in
            let stored = try String.fetchOne(database, sql: "SELECT state FROM feed_health WHERE feed = ?", arguments: [feed.id])
            return stored.flatMap { try? JSONDecoder().decode(Health.self, from: Data($0.utf8)) }
        }
    }

    /// Puts a notice for each watch and channel into the outbox. A change that a person was told of by the same channel is left out, and so is
    /// a notice of nothing else; a watch that was removed or muted meanwhile is told nothing.
    static func post(_ changes: [StoredChange], of feed: Feed, _ telling: Telling, at now: Timestamp, in database: Database) throws {
        let notice = try database.makeStatement(
            sql: "INSERT INTO notices (feed, watch, person, channel, created, next_attempt) VALUES (?, ?, ?, ?, ?, ?)")
        let change = try database.makeStatement(
            sql: """
                INSERT INTO notice_changes (change, person, channel, notice) VALUES (?, ?, ?, ?)
                ON CONFLICT (change, person, channel) DO NOTHING
                """)
        let nothing = try database.makeStatement(sql: "DELETE FROM notices WHERE id = ?")
        for draft in try telling.drafts(changes) {
            let row = try Row.fetchOne(database, sql: "SELECT * FROM watches WHERE id = ? AND muted = 0", arguments: [draft.watch])
            // One that cannot be read has not been matched by its condition either.
            guard let watch = row.flatMap({ try? Watch($0) }) else { continue }
            let due = telling.due(watch)
            for channel in watch.settings.channels {
                try notice.execute(arguments: [feed.id, watch.id, watch.person, channel, now.milliseconds, due.milliseconds])
                let id = database.lastInsertedRowID
                var isNews = false
                for told in draft.changes {
                    try change.execute(arguments: [told, watch.person, channel, id])
                    isNews = isNews || database.changesCount > 0
                }
                if !isNews { try nothing.execute(arguments: [id]) }
            }
        }
    }
}
