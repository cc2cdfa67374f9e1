package import Records

/// The last notice of a watch to its person.
package struct LastNews: Sendable {
    /// The newest of the notice's changes; nil if the board's fields have changed since.
    package let change: StoredChange?
    /// The number of changes in the notice.
    package let count: Int
}

extension FollowingStore {
    /// The last notice of each of these watches in the person's own list; leaves out watches without one. One statement.
    package func lastNews(
        of watches: [Watch], _ schema: @Sendable @escaping (_ board: String) -> Schema?
    ) async throws -> [Watch.ID: LastNews] {
        guard !watches.isEmpty else { return [:] }
        let boards = Dictionary(watches.map { ($0.id, $0.board) }) { first, _ in first }
        return try await database.read("reading what watches last told") { database in
            let statement = try database.cachedStatement(sql: newestTold(database.dialect.list))
            let rows = try Row.fetchAll(statement, arguments: [ValueList.argument(watches.map(\.id))])
            let news = rows.map { row -> (Watch.ID, LastNews) in
                let watch: Watch.ID = row["watch"]
                let change = boards[watch].flatMap(schema).flatMap { FeedStore.change(row, $0) }
                return (watch, LastNews(change: change, count: row["change_count"]))
            }
            return Dictionary(news) { first, _ in first }
        }
    }
}

private func newestTold(_ list: ValueList) -> String {
    """
    SELECT changes.*, told.watch AS watch, (SELECT count(*) FROM notice_changes WHERE notice = told.id) AS change_count
    FROM \(list.values("?1"))
        JOIN notices AS told ON told.id = (SELECT max(id) FROM notices WHERE watch = listed._listed AND channel IS NULL)
        JOIN changes ON changes.id = (SELECT max(change) FROM notice_changes WHERE notice = told.id)
    """
}
