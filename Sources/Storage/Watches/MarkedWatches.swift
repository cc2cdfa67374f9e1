import Records

/// The watches of a feed, and of the feeds shown together with it, by their marks in the database. Used in a transaction that holds the
/// news, so that one at a time writes marks.
///
/// Like the watches in memory, marks follow the watches by `watch_log`, which notes every change by any process. They are made and brought
/// up to date in steps, so that no transaction is long.
struct MarkedWatches {
    private let database: Connection
    /// The feed, and the feed that has the watches that it shares; twice the same if it shares none.
    private let feeds: [Feed.ID]
    private let marking: Marking
    /// Marks that one statement adds.
    private static let atOnce = 20_000

    init(of feed: Feed.ID, _ marking: Marking, in database: Connection) throws {
        let statement = try database.cachedStatement(sql: "SELECT lead FROM feed_leads WHERE feed = ?")
        feeds = [feed, try Int64.fetchOne(statement, arguments: [feed]) ?? feed]
        (self.database, self.marking) = (database, marking)
    }

    // MARK: Making marks

    /// Brings the marks up to date, or closer to it by one step. Returns whether they are.
    func advance() throws -> Bool { try Set(feeds).sorted().allSatisfy { try advance($0) } }

    private func advance(_ feed: Feed.ID) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT marked_feeds.*, coalesce((SELECT max(version) FROM watch_log), 0) AS newest,
                    coalesce((SELECT min(version) FROM watch_log), 0) AS oldest
                FROM feeds LEFT JOIN marked_feeds ON marked_feeds.feed = feeds.id WHERE feeds.id = ?
                """)
        guard let state = try Row.fetchOne(statement, arguments: [feed]) else { return true }
        let (newest, oldest) = (state["newest"] as Int64, state["oldest"] as Int64)
        // Old entries of the log are removed.
        guard state["made_for"] as String? == marking.madeFor, let version = state["version"] as Int64?, version >= oldest - 1 else {
            try begin(feed, newest)
            return false
        }
        guard let person = state["person"] as Person.ID? else { return try catchUp(feed, since: version, newest: newest) }
        try markNext(of: feed, after: person)
        return false
    }

    /// Marks of a former beginning stay until their watch is marked again.
    private func begin(_ feed: Feed.ID, _ version: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO marked_feeds (feed, made_for, version, person) VALUES (?, ?, ?, 0) ON CONFLICT (feed)
                DO UPDATE SET made_for = excluded.made_for, version = excluded.version, person = excluded.person
                """
        ).execute(arguments: [feed, marking.madeFor, version])
    }

    private func markNext(of feed: Feed.ID, after person: Person.ID) throws {
        let statement = try database.cachedStatement(sql: "\(Watch.select) WHERE feed = ? AND person > ? ORDER BY person, id LIMIT ?")
        let (rows, last) = try Self.wholePeople(upTo: marking.limits.step) {
            try Row.fetchAll(statement, arguments: [feed, person, $0])
        }
        try mark(rows)
        try database.cachedStatement(sql: "UPDATE marked_feeds SET person = ? WHERE feed = ?").execute(arguments: [last, feed])
    }

    private func catchUp(_ feed: Feed.ID, since version: Int64, newest: Int64) throws -> Bool {
        guard version < newest else { return true }
        let statement = try database.cachedStatement(
            sql: "SELECT version, watch FROM watch_log WHERE feed = ? AND version > ? ORDER BY version LIMIT ?")
        let news = try Row.fetchAll(statement, arguments: [feed, version, marking.limits.step])
        let watches = Set(news.map { $0["watch"] as Watch.ID }).sorted()
        // The marks of a removed watch went with it.
        let altered = try database.cachedStatement(sql: "\(Watch.select) WHERE \(database.dialect.list.has("id"))")
        if !watches.isEmpty { try mark(try Row.fetchAll(altered, arguments: [ValueList.argument(watches)])) }
        let isLast = news.count < marking.limits.step
        let reached = isLast ? newest : news[news.count - 1]["version"] as Int64
        try database.cachedStatement(sql: "UPDATE marked_feeds SET version = ? WHERE feed = ?").execute(arguments: [reached, feed])
        return isLast
    }

    /// Replaces the marks of these watches. A watch that can't be evaluated has none.
    private func mark(_ rows: [Row]) throws {
        let list = database.dialect.list
        try database.cachedStatement(sql: "DELETE FROM watch_marks WHERE \(list.has("watch"))")
            .execute(arguments: [ValueList.argument(rows.map { $0["id"] as Watch.ID })])
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO watch_marks (feed, mark, edge, person, watch) SELECT _feed, _mark, _edge, _person, _watch
                FROM \(list.table(["_feed", "_mark", "_edge", "_person", "_watch"]))
                """)
        var marks: [[Int64?]] = []
        func write() throws {
            if !marks.isEmpty { try insert.execute(arguments: [ValueList.argument(marks)]) }
            marks = []
        }
        for watch in rows.compactMap({ try? Watch($0) }) {
            marks += marking.marks(watch).map { [watch.feed, $0.hash, $0.edge, watch.person, watch.id] as [Int64?] }
            if marks.count >= Self.atOnce { try write() }
        }
        try write()
    }

    // MARK: Finding watches

    /// Watches with an id up to `newest` that may be concerned by a change that shows these marks, or all if they are nil. They are a part
    /// of them: of the people after `person`, with all candidates of each of these people. `last`: the last of these people; nil if no more
    /// follow.
    func candidates(
        _ shown: [WatchMark]?, after person: Person.ID, newest: Watch.ID
    ) throws -> (watches: [Watch], last: Person.ID?) {
        let statement = try database.cachedStatement(sql: Self.candidates(database.dialect, areMarked: shown != nil))
        let marks: Arguments = if let shown { [ValueList.argument(shown.map { [$0.hash, $0.edge] as [Int64?] })] } else { [] }
        let (rows, last) = try Self.wholePeople(upTo: marking.limits.part) {
            try Row.fetchAll(statement, arguments: [feeds[0], feeds[1], person, newest, $0] + marks)
        }
        // Several marks may find the same watch.
        let found = Set(rows.map { $0["watch"] as Watch.ID }).sorted()
        let told = try database.cachedStatement(sql: Self.told(database.dialect))
        let watches = try Row.fetchAll(told, arguments: [feeds[0], feeds[1], ValueList.argument(found)])
        return (watches.compactMap { try? Watch($0) }.sorted { $0.id < $1.id }, last)
    }

    /// By their ids: there are too many of the feeds.
    static func told(_ dialect: Dialect) -> String {
        "\(Watch.select) WHERE \(dialect.list.has("id", "?3")) AND +feed IN (?1, ?2) AND \(StoredWatches.areTold)"
    }

    static func candidates(_ dialect: Dialect, areMarked: Bool) -> String {
        guard areMarked else {
            return """
                SELECT person, id AS watch FROM watches WHERE feed IN (?1, ?2) AND person > ?3 AND id <= ?4 ORDER BY person, watch LIMIT ?5
                """
        }
        return """
            SELECT person, watch FROM \(dialect.list.table(["_mark", "_edge"], "?6"))
                \(dialect.joinInOrder) watch_marks ON feed IN (?1, ?2) AND mark = _mark AND edge >= _edge
            WHERE person > ?3 AND watch <= ?4 ORDER BY person, watch LIMIT ?5
            """
    }

    /// The rows that `fetch` returns, in the order of people, without those of the last person, who may have more; `last`: the person
    /// before; nil if these are all rows.
    private static func wholePeople(upTo limit: Int, _ fetch: (Int) throws -> [Row]) rethrows -> (rows: [Row], last: Person.ID?) {
        var limit = limit
        while true {
            let rows = try fetch(limit + 1)
            guard rows.count > limit else { return (rows, nil) }
            let next: Person.ID = rows[limit]["person"]
            let whole = rows.prefix { $0["person"] as Person.ID != next }
            if let last = whole.last.map({ $0["person"] as Person.ID }) { return (Array(whole), last) }
            limit *= 2
        }
    }
}
