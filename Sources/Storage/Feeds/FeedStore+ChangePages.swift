package import Records

extension FeedStore {
    /// Changes of feeds that are shown together, without those from before a change of the board's fields.
    package func changes(of feeds: [Feed], _ schema: Schema, _ query: ChangeQuery) async throws -> [StoredChange] {
        try await changePage(of: feeds, schema, query).changes
    }

    package func changePage(of feeds: [Feed], _ schema: Schema, _ query: ChangeQuery) async throws -> ChangePage {
        var sql = "SELECT * FROM changes WHERE \(Self.isOf(feeds))"
        if query.key != nil { sql += " AND key = :key" }
        if query.needle != nil { sql += " AND asked = :needle" }
        if let keys = query.keys { sql += " AND key IN (\(keys.prefix(1000).indices.map { ":key\($0)" }.joined(separator: ", ")))" }
        if let kinds = query.kinds { sql += " AND kind IN (\(kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))" }
        if query.since != nil {
            // Uses the index on times, so only matching rows are read. Their order differs from that of the ids where a clock was set back.
            sql += " AND id IN (SELECT id FROM changes WHERE \(Self.isOf(feeds)) AND seen >= :since)"
        }
        if query.before != nil { sql += " AND id < :before" }
        sql += query.after == nil ? " ORDER BY id DESC LIMIT :limit" : " AND id > :after ORDER BY id LIMIT :limit"
        var arguments: Arguments = ["limit": query.limit]
        if let key = query.key { arguments += ["key": KeptKey.of(key)] }
        for (index, key) in (query.keys ?? []).prefix(1000).enumerated() { arguments += ["key\(index)": KeptKey.of(key)] }
        if let since = query.since { arguments += ["since": since.milliseconds] }
        if let needle = query.needle { arguments += ["needle": KeptKey.of(needle)] }
        if let before = query.before { arguments += ["before": before] }
        if let after = query.after { arguments += ["after": after] }
        return try await database.read("reading changes of \(feeds.first?.board ?? "")") { [sql, arguments] database in
            var (page, bytes, count, effort) = (ChangePage(), 0, 0, Effort())
            let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
            while let row = try rows.next() {
                count += 1
                for column in ["before", "after"] { bytes += (row[column] as String?)?.utf8.count ?? 0 }
                if let change = Self.change(row, schema) { page.changes.append(change) }
                effort.look()
                page.isCut = count == query.limit || query.isBounded && (bytes >= ChangePage.byteLimit || effort.spent != nil)
                if page.isCut { break }
            }
            return page
        }
    }

    package func changes(of feed: Feed, _ schema: Schema, _ query: ChangeQuery) async throws -> [StoredChange] {
        try await changes(of: [feed], schema, query)
    }

    /// The condition that a row belongs to one of these feeds.
    static func isOf(_ feeds: [Feed], column: String = "feed") -> String {
        "\(column) IN (\(feeds.map { String($0.id) }.joined(separator: ", ")))"
    }

    package func fetch(_ id: Int64) async throws -> LoggedFetch? {
        try await database.read("reading a fetch") {
            try Row.fetchOne($0, sql: "SELECT * FROM fetches WHERE id = ?", arguments: [id]).map(LoggedFetch.init)
        }
    }

    /// The log of a feed's fetches, newest first; with `before`, only older ones.
    package func fetches(of feed: Feed, before: Int64? = nil, limit: Int = 50) async throws -> [LoggedFetch] {
        try await database.read("reading the log of \(feed.board)") { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM fetches WHERE feed = ? AND id < ? ORDER BY id DESC LIMIT ?",
                arguments: [feed.id, before ?? .max, limit]
            ).map(LoggedFetch.init)
        }
    }

    /// Changes of feeds, newest first: all, or those of the records with that key; with `before`, only older ones.
    package func changes(
        of feeds: [Feed], _ schema: Schema, key: String? = nil, before: StoredChange.ID?, limit: Int
    ) async throws -> [StoredChange] {
        var query = ChangeQuery(limit: limit)
        (query.key, query.before) = (key, before)
        return try await changes(of: feeds, schema, query)
    }
}
