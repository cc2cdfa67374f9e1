package import Foundation
package import Records

/// What a program reads for a person that cannot sign in.
package enum FeedPurpose: String, CaseIterable, Sendable {
    /// Their notices as an Atom feed.
    case notices
    /// Their reminders as a calendar.
    case reminders
    /// Chapters of their documents as a podcast.
    case podcast
    /// The books of the media library as podcasts.
    case books
}

// The secret addresses of feeds, one for each purpose of a person. Only the hash of what is secret in them is kept.
extension PersonStore {
    /// The person's feed has this address from now on; one they had before leads nowhere.
    package func setFeedAddress(_ hash: Data, for purpose: FeedPurpose, of person: Person, at time: Timestamp) async throws {
        try await database.write("setting the address of a feed") {
            try $0.execute(
                sql: """
                    INSERT INTO feed_addresses (person, purpose, hash, created) VALUES (?, ?, ?, ?)
                        ON CONFLICT (person, purpose) DO UPDATE SET hash = excluded.hash, created = excluded.created
                    """, arguments: [person.id, purpose.rawValue, hash, time.milliseconds])
        }
    }

    /// When the person's address was made; nil if they have none.
    package func feedAddress(for purpose: FeedPurpose, of person: Person) async throws -> Timestamp? {
        try await database.read("looking for the address of a feed") {
            try Int64.fetchOne(
                $0, sql: "SELECT created FROM feed_addresses WHERE person = ? AND purpose = ?", arguments: [person.id, purpose.rawValue]
            ).map(Timestamp.init(milliseconds:))
        }
    }

    package func removeFeedAddress(for purpose: FeedPurpose, of person: Person) async throws {
        try await database.write("removing the address of a feed") {
            try $0.execute(
                sql: "DELETE FROM feed_addresses WHERE person = ? AND purpose = ?", arguments: [person.id, purpose.rawValue])
        }
    }

    /// Whose feed is read under an address; nil if it leads nowhere.
    package func person(reading purpose: FeedPurpose, by hash: Data) async throws -> Person? {
        try await database.read("looking for a feed") { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT people.* FROM people JOIN feed_addresses ON person = people.id
                    WHERE hash = ? AND purpose = ? AND disabled = 0
                    """, arguments: [hash, purpose.rawValue]
            ).map(Person.init)
        }
    }
}
