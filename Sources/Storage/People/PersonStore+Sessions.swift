package import Foundation
package import Records

extension Session {
    init(_ row: Row) {
        self.init(
            id: row["id"], person: row["person"], created: Timestamp(milliseconds: row["created"]),
            lastSeen: Timestamp(milliseconds: row["last_seen"]), expires: Timestamp(milliseconds: row["expires"]), agent: row["agent"],
            address: row["address"])
    }
}

/// Sessions are found by the SHA-256 hash of the value of the browser's cookie.
extension PersonStore {
    /// The limit per person; a new session replaces the one used least recently.
    private static let sessionLimit = 50

    /// nil if the person was removed or disabled, or their password has changed since they proved it; `password` is its hash, if they
    /// logged in with one.
    package func beginSession(
        of person: Person, password: String? = nil, hash: Data, agent: String, address: String, at now: Timestamp
    ) async throws -> Session? {
        try await database.write("beginning a session") { database in
            let isTheirs = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM people WHERE id = ?1 AND disabled = 0 AND (password = ?2 OR ?2 IS NULL))",
                arguments: [person.id, password])
            guard isTheirs == true else { return nil }
            try database.execute(sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [now.milliseconds])
            let row = try Row.fetchOne(
                database,
                sql: """
                    INSERT INTO sessions (hash, person, created, last_seen, expires, agent, address)
                    VALUES (?, ?, ?3, ?3, ?, ?, ?) RETURNING *
                    """,
                arguments: [
                    hash, person.id, now.milliseconds, (now + Session.idleTime).milliseconds, agent.limited(to: 300), address,
                ])
            guard let row else { throw StoredFault("the session is not there") }
            try database.execute(
                sql: """
                    DELETE FROM sessions WHERE person = ?1 AND id NOT IN
                        (SELECT id FROM sessions WHERE person = ?1 ORDER BY last_seen DESC, id DESC LIMIT ?2)
                    """, arguments: [person.id, Self.sessionLimit])
            return Session(row)
        }
    }

    /// The session and its person; nil if it has ended or its person is disabled. One read, no write.
    package func session(_ hash: Data, at now: Timestamp) async throws -> (session: Session, person: Person)? {
        try await database.read("reading a session") { database in
            let statement = try database.cachedStatement(sql: "SELECT * FROM sessions WHERE hash = ? AND expires > ?")
            let row = try Row.fetchOne(statement, arguments: [hash, now.milliseconds])
            guard let row, let person = try Person.active(row["person"], database) else { return nil }
            return (Session(row), person)
        }
    }

    /// Records a visit, and extends the session from that time.
    package func renew(_ session: Session, at now: Timestamp) async throws {
        try await database.writeIfRoom("renewing a session", locking: .nothing) {
            try $0.execute(
                sql: "UPDATE sessions SET last_seen = ?, expires = ? WHERE id = ?",
                arguments: [now.milliseconds, (now + Session.idleTime).milliseconds, session.id])
        }
    }

    /// The person's sessions that have not ended, the most recently used first.
    package func sessions(of person: Person, at now: Timestamp) async throws -> [Session] {
        try await database.read("listing sessions") {
            try Row.fetchAll(
                $0, sql: "SELECT * FROM sessions WHERE person = ? AND expires > ? ORDER BY last_seen DESC, id DESC",
                arguments: [person.id, now.milliseconds]
            ).map(Session.init)
        }
    }

    /// Ends one session of a person. False if they have no such session.
    @discardableResult
    package func endSession(_ id: Int64, of person: Person) async throws -> Bool {
        try await database.write("ending a session") { database in
            try database.execute(sql: "DELETE FROM sessions WHERE id = ? AND person = ?", arguments: [id, person.id])
            return database.changesCount > 0
        }
    }

    /// Ends all sessions of a person except one.
    package func endSessions(of person: Person, keeping session: Session? = nil) async throws {
        try await database.write("ending sessions") {
            try $0.execute(sql: "DELETE FROM sessions WHERE person = ? AND id IS DISTINCT FROM ?", arguments: [person.id, session?.id])
        }
    }
}
