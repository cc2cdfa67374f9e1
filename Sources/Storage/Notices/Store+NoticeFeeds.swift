package import Foundation
import GRDB
package import Records

// The secret addresses under which people read their notices as a feed. Only the hash of what is secret in them is kept.
extension Store {
    static let noticeFeedTable = """
        CREATE TABLE notice_feeds (
            person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        """

    /// The person's feed has this address from now on; one they had before leads nowhere.
    package func setNoticeFeed(_ hash: Data, of person: Person, at time: Timestamp) async throws {
        try await write("setting the address of a feed") {
            try $0.execute(
                sql: """
                    INSERT INTO notice_feeds (person, hash, created) VALUES (?, ?, ?)
                        ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, created = excluded.created
                    """, arguments: [person.id, hash, time.milliseconds])
        }
    }

    /// When the person's address was made; nil if they have none.
    package func noticeFeed(of person: Person) async throws -> Timestamp? {
        try await read("looking for the address of a feed") {
            try Int64.fetchOne($0, sql: "SELECT created FROM notice_feeds WHERE person = ?", arguments: [person.id])
                .map(Timestamp.init(milliseconds:))
        }
    }

    package func removeNoticeFeed(of person: Person) async throws {
        try await write("removing the address of a feed") {
            try $0.execute(sql: "DELETE FROM notice_feeds WHERE person = ?", arguments: [person.id])
        }
    }

    /// Whose notices are read under an address; nil if it leads nowhere.
    package func person(readingBy hash: Data) async throws -> Person? {
        try await read("looking for a feed") { database in
            try Row.fetchOne(
                database, sql: "SELECT people.* FROM people JOIN notice_feeds ON person = people.id WHERE hash = ? AND disabled = 0",
                arguments: [hash]
            ).map(Person.init)
        }
    }
}
