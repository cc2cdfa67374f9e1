package import Foundation
package import Records

// Links that sign a person in once without a password: the fallback for the machine's operator when other people's failed attempts
// block the login form. Only the hash of a link's secret is stored.
extension PersonStore {
    package static let loginLinkLifetime = Duration.seconds(15 * 60)

    /// The tables and columns of the sixteenth migration.
    ///
    /// A line of the audit trail is assigned to the person with its name if it can't mean another person: they are older than the line, and
    /// no line says that a person took on or gave up that name.
    static let peopleBehindLines = """
        CREATE TABLE login_links (
            hash BLOB PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Who invites; null: the command line, or unknown.
        ALTER TABLE invitations ADD COLUMN person INTEGER REFERENCES people(id) ON DELETE CASCADE;
        -- Whose the line is. It outlives them by their name.
        ALTER TABLE audit ADD COLUMN person INTEGER REFERENCES people(id) ON DELETE SET NULL;
        UPDATE audit SET person = people.id FROM people
            WHERE people.name = audit.who AND people.created <= audit.at AND NOT EXISTS
                (SELECT 1 FROM audit AS renaming WHERE renaming.action = 'person changed'
                    AND (renaming.detail = 'now ' || people.name
                        OR renaming.detail LIKE 'now %' AND renaming.who = people.name));
        CREATE INDEX audit_of_person ON audit (person, id);
        """

    /// Replaces the person's link, so only the new one is valid.
    package func addLoginLink(for person: Person, hash: Data, at now: Timestamp) async throws {
        try await database.write("making a sign-in link") { database in
            try database.execute(
                sql: "DELETE FROM login_links WHERE person = ? OR expires <= ?", arguments: [person.id, now.milliseconds])
            try database.execute(
                sql: "INSERT INTO login_links (hash, person, expires) VALUES (?, ?, ?)",
                arguments: [hash, person.id, (now + Self.loginLinkLifetime).milliseconds])
        }
    }

    /// The link's person; nil if it has expired or was used, or the person is disabled.
    package func person(ofLoginLink hash: Data, at now: Timestamp) async throws -> Person? {
        try await database.read("reading a sign-in link") { try Self.person(ofLoginLink: hash, at: now, $0) }
    }

    /// Returns the link's person and marks the link as used; nil as above.
    package func useLoginLink(_ hash: Data, at now: Timestamp) async throws -> Person? {
        try await database.write("using a sign-in link") { database in
            let person = try Self.person(ofLoginLink: hash, at: now, database)
            try database.execute(sql: "DELETE FROM login_links WHERE hash = ?", arguments: [hash])
            return person
        }
    }

    private static func person(ofLoginLink hash: Data, at now: Timestamp, _ database: Connection) throws -> Person? {
        let person = try Int64.fetchOne(
            database, sql: "SELECT person FROM login_links WHERE hash = ? AND expires > ?", arguments: [hash, now.milliseconds])
        return try person.flatMap { try Person.active($0, database) }
    }
}
