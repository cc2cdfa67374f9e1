package import Foundation
import GRDB
package import Records

/// A browser in which somebody is logged in.
package struct Session: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let created: Timestamp
    /// To the hour.
    package let lastSeen: Timestamp
    package let expires: Timestamp
    /// What the browser says it is.
    package let agent: String
    package let address: String

    /// A session ends after so long without a visit.
    package static let idleTime = Duration.seconds(30 * 86_400)
    /// A visit is noted this often at most.
    package static let renewalTime = Duration.seconds(3600)

    init(_ row: Row) {
        id = row["id"]
        person = row["person"]
        created = Timestamp(milliseconds: row["created"])
        lastSeen = Timestamp(milliseconds: row["last_seen"])
        expires = Timestamp(milliseconds: row["expires"])
        agent = row["agent"]
        address = row["address"]
    }
}

/// Sessions are found by the SHA-256 hash of what the browser's cookie holds.
extension Store {
    /// What a person may have at once; the one that was seen least lately gives way.
    private static let sessionLimit = 50

    package func beginSession(of person: Person, hash: Data, agent: String, address: String, at now: Timestamp) async throws -> Session {
        try await write("beginning a session") { database in
            try database.execute(sql: "DELETE FROM sessions WHERE expires <= ?", arguments: [now.milliseconds])
            let row = try Row.fetchOne(
                database,
                sql: """
                    INSERT INTO sessions (hash, person, created, last_seen, expires, agent, address) VALUES (?, ?, ?3, ?3, ?, ?, ?) RETURNING *
                    """,
                arguments: [
                    hash, person.id, now.milliseconds, (now + Session.idleTime).milliseconds, String(agent.prefix(300)), address,
                ])
            guard let row else { throw DatabaseError(message: "the session is not there") }
            try database.execute(
                sql: """
                    DELETE FROM sessions WHERE person = ?1 AND id NOT IN
                        (SELECT id FROM sessions WHERE person = ?1 ORDER BY last_seen DESC, id DESC LIMIT ?2)
                    """, arguments: [person.id, Self.sessionLimit])
            return Session(row)
        }
    }

    /// The session and whose it is; nil if it has ended or its person is disabled. One read, no write.
    package func session(_ hash: Data, at now: Timestamp) async throws -> (session: Session, person: Person)? {
        try await read("reading a session") { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM sessions WHERE hash = ? AND expires > ?", arguments: [hash, now.milliseconds])
            guard let row, let person = try Self.active(row["person"], database) else { return nil }
            return (Session(row), person)
        }
    }

    /// Notes a visit, and lets the session live on from it.
    package func renew(_ session: Session, at now: Timestamp) async throws {
        try await write("renewing a session") {
            try $0.execute(
                sql: "UPDATE sessions SET last_seen = ?, expires = ? WHERE id = ?",
                arguments: [now.milliseconds, (now + Session.idleTime).milliseconds, session.id])
        }
    }

    /// Those that have not ended, the one seen last first.
    package func sessions(of person: Person, at now: Timestamp) async throws -> [Session] {
        try await read("listing sessions") {
            try Row.fetchAll(
                $0, sql: "SELECT * FROM sessions WHERE person = ? AND expires > ? ORDER BY last_seen DESC, id DESC",
                arguments: [person.id, now.milliseconds]
            ).map(Session.init)
        }
    }

    /// Ends one session of a person. False if they have no such session.
    @discardableResult
    package func endSession(_ id: Int64, of person: Person) async throws -> Bool {
        try await write("ending a session") { database in
            try database.execute(sql: "DELETE FROM sessions WHERE id = ? AND person = ?", arguments: [id, person.id])
            return database.changesCount > 0
        }
    }

    /// Ends all sessions of a person, but for one.
    package func endSessions(of person: Person, keeping session: Session? = nil) async throws {
        try await write("ending sessions") {
            try $0.execute(sql: "DELETE FROM sessions WHERE person = ? AND id IS NOT ?", arguments: [person.id, session?.id])
        }
    }

    static func active(_ person: Int64, _ database: Database) throws -> Person? {
        try Row.fetchOne(database, sql: "SELECT * FROM people WHERE id = ? AND disabled = 0", arguments: [person]).map(Person.init)
    }
}
