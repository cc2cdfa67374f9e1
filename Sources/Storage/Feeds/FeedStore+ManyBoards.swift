package import Records

// Queries for pages that list boards: one statement each, for any number of boards.
extension FeedStore {
    /// The only index that `lastChanged` reads.
    static let feedsByChange = "CREATE INDEX feeds_by_change ON feeds (last_change, board)"

    /// The feeds at these addresses, by board. Leaves out boards whose feed has never been requested.
    package func known(_ addresses: [(board: String, url: String)]) async throws -> [String: Feed] {
        guard !addresses.isEmpty else { return [:] }
        let list = ValueList.argument(addresses.map { [$0.board, $0.url] })
        return try await database.read("finding feeds of boards") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Feed.columns) FROM \(database.dialect.list.textTable(["_board", "_url"])) \(database.dialect.joinInOrder) feeds
                    ON feeds.board = _board AND feeds.url = _url
                    """)
            let feeds = try Row.fetchAll(statement, arguments: [list]).map(Feed.init)
            return Dictionary(feeds.map { ($0.board, $0) }) { first, _ in first }
        }
    }

    /// The feeds with these ids.
    package func some(of ids: Set<Feed.ID>) async throws -> [Feed.ID: Feed] {
        guard !ids.isEmpty else { return [:] }
        return try await database.read("reading feeds") { database in
            let statement = try database.cachedStatement(sql: "\(Feed.select) WHERE \(database.dialect.list.has("id"))")
            let feeds = try Row.fetchAll(statement, arguments: [ValueList.argument(ids.sorted())]).map(Feed.init)
            return Dictionary(feeds.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// The boards of the `limit` feeds that changed last, the latest first, each once.
    package func lastChanged(limit: Int) async throws -> [String] {
        let boards = try await database.read("looking for boards with changes") { database in
            let statement = try database.cachedStatement(
                sql: "SELECT board FROM feeds WHERE last_change IS NOT NULL ORDER BY last_change DESC LIMIT ?")
            return try Row.fetchAll(statement, arguments: [limit]).map { $0[0] as String }
        }
        var known: Set<String> = []
        return boards.filter { known.insert($0).inserted }
    }

    /// The addresses of feeds whose last attempt failed, at most `limit`, by their boards.
    package func failing(limit: Int) async throws -> [String: Set<String>] {
        try await database.read("looking for boards that fail") { database in
            let statement = try database.cachedStatement(
                sql: "SELECT board, url FROM feeds WHERE failure IS NOT NULL ORDER BY board, url LIMIT ?")
            let rows = try Row.fetchAll(statement, arguments: [limit]).map { ($0[0] as String, Set([$0[1] as String])) }
            return Dictionary(rows) { $0.union($1) }
        }
    }
}
