import Foundation
package import Records

extension FeedStore {
    /// Bytes of a picture. Larger ones aren't kept.
    package static let pictureLimit = 200_000
    /// Of a feed: pictures of its last versions, of its last check without news, and of its last failed one.
    package static let picturesKept = 10

    /// Keeps the picture of a fetch that has just been logged, and removes those that are too many.
    static func keep(_ picture: [UInt8], of feed: Feed, fetch: Int64, outcome: String, in database: Connection) throws {
        guard picture.count <= pictureLimit else { return }
        try database.cachedStatement(sql: #"INSERT INTO feed_pictures ("fetch", feed, picture) VALUES (?, ?, ?)"#)
            .execute(arguments: [fetch, feed.id, Data(picture)])
        try database.cachedStatement(
            sql: """
                DELETE FROM feed_pictures WHERE "fetch" IN (
                    SELECT feed_pictures."fetch" FROM feed_pictures JOIN fetches ON fetches.id = feed_pictures."fetch"
                    WHERE feed_pictures.feed = ?1 AND fetches.outcome = ?2 ORDER BY feed_pictures."fetch" DESC LIMIT 100 OFFSET ?3)
                """
        ).execute(arguments: [feed.id, outcome, outcome == LoggedFetch.Outcome.changed.rawValue ? picturesKept : 1])
    }

    /// The bytes of the pictures of a feed, by the ids of their fetches.
    package func pictures(of feed: Feed) async throws -> [LoggedFetch.ID: Int] {
        try await database.read("looking for pictures of \(feed.board)") { database in
            let rows = try Row.fetchAll(
                database, sql: #"SELECT "fetch", length(picture) FROM feed_pictures WHERE feed = ?"#, arguments: [feed.id])
            return Dictionary(rows.map { ($0[0] as Int64, $0[1] as Int) }) { first, _ in first }
        }
    }

    /// What the page looked like at a fetch, as WebP; nil if there is no picture.
    package func picture(of feed: Feed, at fetch: LoggedFetch.ID) async throws -> [UInt8]? {
        try await database.read("reading a picture of \(feed.board)") { database in
            let row = try Row.fetchOne(
                database, sql: #"SELECT picture FROM feed_pictures WHERE feed = ? AND "fetch" = ?"#, arguments: [feed.id, fetch])
            return row.map { Array($0[0] as Data) }
        }
    }
}
