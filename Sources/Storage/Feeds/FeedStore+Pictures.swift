import Foundation
package import Records

extension FeedStore {
    /// Bytes of a picture. Larger ones aren't stored.
    package static let pictureLimit = 200_000
    /// Per feed: pictures of its last versions, of its last unchanged check, and of its last failed one.
    package static let picturesKept = 10

    /// Stores the picture of a fetch that has just been logged, and removes excess pictures.
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

    /// The sizes in bytes of a feed's pictures, by the ids of their fetches.
    package func pictures(of feed: Feed) async throws -> [LoggedFetch.ID: Int] {
        try await database.read("looking for pictures of \(feed.board)") { database in
            let rows = try Row.fetchAll(
                database, sql: #"SELECT "fetch", length(picture) FROM feed_pictures WHERE feed = ?"#, arguments: [feed.id])
            return Dictionary(rows.map { ($0[0] as Int64, $0[1] as Int) }) { first, _ in first }
        }
    }

    /// The screenshot of the page at a fetch, as WebP; nil if there is none.
    package func picture(of feed: Feed, at fetch: LoggedFetch.ID) async throws -> [UInt8]? {
        try await database.read("reading a picture of \(feed.board)") { database in
            let row = try Row.fetchOne(
                database, sql: #"SELECT picture FROM feed_pictures WHERE feed = ? AND "fetch" = ?"#, arguments: [feed.id, fetch])
            return row.map { Array($0[0] as Data) }
        }
    }
}
