import GRDB
package import Records

/// What a visitor's browser last asked of each board, so that a page remembers over reloads and restarts.
///
/// A visitor is known by a random name in a cookie, nothing else. Kept for 400 days after the last question, which is as long
/// as a browser keeps the cookie.
extension Store {
    package func remember(_ needle: String, of visitor: String, on board: String, at time: Timestamp) async throws {
        try await write("remembering a question") { database in
            try database.execute(
                sql: """
                    INSERT INTO lookups (visitor, board, needle, asked) VALUES (?, ?, ?, ?)
                    ON CONFLICT (visitor, board) DO UPDATE SET needle = excluded.needle, asked = excluded.asked
                    """, arguments: [visitor, board, needle, time.milliseconds])
            try database.execute(
                sql: "DELETE FROM lookups WHERE asked < ?", arguments: [(time + .seconds(-400 * 86_400)).milliseconds])
        }
    }

    package func lastNeedle(of visitor: String, on board: String) async throws -> String? {
        try await read("recalling a question") {
            try String.fetchOne($0, sql: "SELECT needle FROM lookups WHERE visitor = ? AND board = ?", arguments: [visitor, board])
        }
    }
}
