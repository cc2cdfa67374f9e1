import GRDB
package import Records

/// Which of a feed's changes are wanted.
package struct ChangeQuery: Sendable {
    /// Of the record with this key, or of those whose asked field has this text; nil: of all.
    package var key: String?
    package var needle: String?
    /// Of the records with these keys; nil: of all. At most 1,000.
    package var keys: [String]?
    /// Not seen before this.
    package var since: Timestamp?
    /// Older than this change, newest first, as a person reads them; or, if `after` is set, after that one in the order in which they were
    /// seen, as a program follows them.
    package var before: Int64?
    package var after: Int64?
    package var limit: Int

    package init(limit: Int) { self.limit = limit }
}

extension Store {
    /// Changes of feeds that are shown together; those of a former form of the board's fields are left out.
    package func changes(of feeds: [Feed], _ schema: Schema, _ query: ChangeQuery) async throws -> [StoredChange] {
        var sql = "SELECT * FROM changes WHERE \(Self.isOf(feeds))"
        if query.key != nil { sql += " AND key = :key" }
        if query.needle != nil { sql += " AND asked = :needle" }
        if let keys = query.keys { sql += " AND key IN (\(keys.prefix(1000).indices.map { ":key\($0)" }.joined(separator: ", ")))" }
        if query.since != nil { sql += " AND seen >= :since" }
        if query.before != nil { sql += " AND id < :before" }
        sql += query.after == nil ? " ORDER BY id DESC LIMIT :limit" : " AND id > :after ORDER BY id LIMIT :limit"
        var arguments: StatementArguments = ["limit": query.limit]
        if let key = query.key { arguments += ["key": key] }
        for (index, key) in (query.keys ?? []).prefix(1000).enumerated() { arguments += ["key\(index)": key] }
        if let since = query.since { arguments += ["since": since.milliseconds] }
        if let needle = query.needle { arguments += ["needle": needle] }
        if let before = query.before { arguments += ["before": before] }
        if let after = query.after { arguments += ["after": after] }
        return try await read("reading changes of \(feeds.first?.board ?? "")") { [sql, arguments] database in
            try Row.fetchAll(database, sql: sql, arguments: arguments).compactMap { try Self.change($0, schema) }
        }
    }

    package func changes(of feed: Feed, _ schema: Schema, _ query: ChangeQuery) async throws -> [StoredChange] {
        try await changes(of: [feed], schema, query)
    }

    /// That a row is of one of these feeds.
    static func isOf(_ feeds: [Feed], column: String = "feed") -> String {
        "\(column) IN (\(feeds.map { String($0.id) }.joined(separator: ", ")))"
    }
}
