package import Records

// The records that a person watches, for the first page. One statement for all records of a feed.
extension FeedStore {
    /// The records of a feed that have one of these sets of values, in the source's order, at most `limit`.
    package func records(
        of feed: Feed, _ schema: Schema, withAny sets: [[(field: String, value: Value)]], limit: Int
    ) async throws -> [StoredRecord] {
        let sets = sets.filter { !$0.isEmpty && $0.allSatisfy { schema.index(of: $0.field) != nil } }
        guard !sets.isEmpty else { return [] }
        let table = BoardTable(board: feed.board, schema: schema)
        // Each set names the feed, so an index finds each.
        let conditions = sets.map { "_feed = ?\($0.map { " AND \"\($0.field)\" = ?" }.joined())" }.joined(separator: " OR ")
        let values = sets.flatMap { set -> [ColumnValue] in [.integer(feed.id)] + set.map { $0.value.stored } }
        let arguments = Arguments(values + [.integer(Int64(limit))])
        return try await database.read("reading watched records of \(feed.board)") { database in
            try Row.fetchAll(database, sql: "\(table.select) WHERE \(conditions) ORDER BY _position LIMIT ?", arguments: arguments)
                .map(table.record)
        }
    }

    /// The last change of each of these records of a feed, by their keys (`Schema.key`). Leaves out changes from before a change of the
    /// board's fields.
    package func lastChanges(of feed: Feed, _ schema: Schema, keys: [String]) async throws -> [String: StoredChange] {
        guard !keys.isEmpty else { return [:] }
        return try await database.read("reading the last changes of \(feed.board)") { database in
            let statement = try database.cachedStatement(sql: newestOfKeys(database.dialect.list))
            let changes = try Row.fetchAll(statement, arguments: [feed.id, ValueList.argument(keys)]).compactMap { Self.change($0, schema) }
            return Dictionary(changes.map { ($0.key, $0) }) { first, _ in first }
        }
    }
}

private func newestOfKeys(_ list: ValueList) -> String {
    """
    SELECT * FROM changes WHERE id IN (
        SELECT (SELECT id FROM changes AS own WHERE own.feed = ?1 AND own.key = listed._listed ORDER BY own.id DESC LIMIT 1)
        FROM \(list.texts("?2")))
    """
}
