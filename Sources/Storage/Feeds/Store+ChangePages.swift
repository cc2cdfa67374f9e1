import GRDB
package import Records

extension Store {
    /// Changes of feeds that are shown together; those of a former form of the board's fields are left out.
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
            // By the index of times, as only those may be looked at. Their order isn't that of the ids where a clock has been put back.
            sql += " AND id IN (SELECT id FROM changes WHERE \(Self.isOf(feeds)) AND seen >= :since)"
        }
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

    /// That a row is of one of these feeds.
    static func isOf(_ feeds: [Feed], column: String = "feed") -> String {
        "\(column) IN (\(feeds.map { String($0.id) }.joined(separator: ", ")))"
    }
}
