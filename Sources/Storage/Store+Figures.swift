package import Records

/// The amount of stored data, for administrators.
package struct StoreFigures: Sendable {
    package var feeds: [String: Int] = [:]
    package var records = 0
    package var watches = 0
    package var people = 0
    package var notices: [(channel: String, state: String, count: Int)] = []
    /// The due time of the notice that has waited longest; nil if none is waiting.
    package var oldestDue: Timestamp?
}

extension Store {
    package func figures(at time: Timestamp) async throws -> StoreFigures {
        try await database.read("counting") { database in
            var figures = StoreFigures()
            let states = """
                SELECT CASE WHEN failure IS NOT NULL THEN 'failing' WHEN last_success IS NULL THEN 'unread' ELSE 'fresh' END,
                    count(*), sum(records)
                FROM feeds GROUP BY 1
                """
            figures.feeds = ["fresh": 0, "failing": 0, "unread": 0]
            for row in try Row.fetchAll(database, sql: states) {
                figures.feeds[row[0]] = row[1]
                figures.records += row[2]
            }
            figures.watches = try Int.fetchOne(database, sql: "SELECT count(*) FROM watches") ?? 0
            figures.people = try Int.fetchOne(database, sql: "SELECT count(*) FROM people") ?? 0
            figures.notices = try Row.fetchAll(
                database,
                sql: "SELECT coalesce(kind, 'app'), state, count(*) FROM notices GROUP BY 1, 2 ORDER BY 1, 2"
            ).map { ($0[0], $0[1], $0[2]) }
            figures.oldestDue = try Int64.fetchOne(
                database, sql: "SELECT min(next_attempt) FROM notices WHERE state = 'waiting' AND next_attempt <= ?",
                arguments: [time.milliseconds]
            ).map(Timestamp.init(milliseconds:))
            return figures
        }
    }
}
