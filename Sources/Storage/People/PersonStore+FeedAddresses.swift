package import Foundation
package import Records

/// The feeds that a person's programs read without signing in.
package enum FeedPurpose: String, CaseIterable, Sendable {
    /// The person's notices as an Atom feed.
    case notices
    /// The person's reminders as a calendar.
    case reminders
    /// Chapters of the person's documents as a podcast.
    case podcast
    /// The books of the media library as podcasts.
    case books
}

// The secret addresses of feeds, one per person and purpose. Only the hash of an address's secret is stored.
extension PersonStore {
    /// Sets the address of a person's feed; a previous address stops working.
    package func setFeedAddress(_ hash: Data, for purpose: FeedPurpose, of person: Person, at time: Timestamp) async throws {
        try await database.write("setting the address of a feed") {
            try $0.execute(
                sql: """
                    INSERT INTO feed_addresses (person, purpose, hash, created) VALUES (?, ?, ?, ?)
                        ON CONFLICT (person, purpose) DO UPDATE SET hash = excluded.hash, created = excluded.created
                    """, arguments: [person.id, purpose.rawValue, hash, time.milliseconds])
        }
    }

    /// When the person's address was created; nil if they have none.
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

    /// The person whose feed an address belongs to; nil if the address isn't valid.
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
