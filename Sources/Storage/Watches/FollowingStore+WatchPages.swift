package import Records

extension LoggedFetch {
    init(_ row: Row) {
        self.init(
            id: row["id"], began: Timestamp(milliseconds: row["began"]), ended: Timestamp(milliseconds: row["ended"]),
            outcome: Outcome(rawValue: row["outcome"]) ?? .failed, failure: (row["detail"] as String?).map { SourceFailure(stored: $0) },
            bytes: row["bytes"], etag: row["etag"], lastModified: row["last_modified"])
    }
}

// Data for the pages of watches and notices, other than the watches and notices themselves.
extension FollowingStore {
    /// The column of the migration for the `Last-Modified` of a fetch's response.
    static let fetchValidators = "ALTER TABLE fetches ADD COLUMN last_modified TEXT"

    /// When each of a person's watches last posted a notice; leaves out watches that never did.
    package func lastTold(of person: Person) async throws -> [Watch.ID: Timestamp] {
        try await database.read("looking when a person was last told") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT watch, max(created) AS told FROM notices
                    WHERE watch IN (SELECT id FROM watches WHERE person = ?) AND channel IS NULL GROUP BY watch
                    """)
            let rows = try Row.fetchAll(statement, arguments: [person.id])
            return Dictionary(rows.map { ($0["watch"], Timestamp(milliseconds: $0["told"])) }) { first, _ in first }
        }
    }

    /// The boards that a person watches, with the number of watches, and when one of these last posted a notice.
    package func watchedBoards(of person: Person) async throws -> [(board: String, count: Int, told: Timestamp?)] {
        try await database.read("counting watches by board") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT board, count(*) AS amount, max(\(Self.toldByWatch)) AS told FROM watches WHERE person = ?
                    GROUP BY board ORDER BY board
                    """)
            return try Row.fetchAll(statement, arguments: [person.id]).map { row in
                (board: row[0], count: row[1], told: (row[2] as Int64?).map(Timestamp.init(milliseconds:)))
            }
        }
    }

    /// A person's watches on these boards and when each last posted a notice, latest first, at most `limit`.
    package func latestWatches(
        of person: Person, on boards: [String], limit: Int
    ) async throws -> [(watch: Watch, told: Timestamp?)] {
        guard !boards.isEmpty else { return [] }
        return try await database.read("reading the latest watches") { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT * FROM (
                        SELECT watches.*, \(Watch.zone), \(Self.toldByWatch) AS told FROM watches
                        WHERE person = ?1 AND \(database.dialect.list.hasText("board", "?2"))) AS own
                    ORDER BY coalesce(own.told, own.created) DESC, own.id LIMIT ?3
                    """)
            return try Row.fetchAll(statement, arguments: [person.id, ValueList.argument(boards), limit]).map { row in
                (watch: try Watch(row), told: (row["told"] as Int64?).map(Timestamp.init(milliseconds:)))
            }
        }
    }

    private static let toldByWatch = """
        (SELECT max(notices.created) FROM notices WHERE notices.watch = watches.id AND notices.channel IS NULL)
        """

    /// How the contents of a notice in a person's list were delivered on each channel: the notices that share one of its changes, or have
    /// the same message about a feed's health, the same prices or the same programme.
    package func deliveries(of notice: StoredNotice) async throws -> [NoticeDelivery] {
        try await database.read("reading deliveries") { [seal] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT \(StoredNotice.columns) FROM notices WHERE person = ?1 AND channel IS NOT NULL AND id IN (
                        SELECT other.notice FROM notice_changes AS mine JOIN notice_changes AS other
                            ON other.change = mine.change AND other.person = ?1 WHERE mine.notice = ?2
                        UNION SELECT id FROM notices WHERE health = ?3 AND feed = ?4 AND created = ?5
                        UNION SELECT id FROM notices WHERE person = ?1 AND news = ?6 AND alert IS NOT DISTINCT FROM ?7 AND created = ?5
                        UNION SELECT id FROM notices WHERE person = ?1 AND programme = ?8 AND created = ?5)
                    ORDER BY channel, id
                    """,
                arguments: [
                    notice.person, notice.id, notice.healthText, notice.feed, notice.created.milliseconds, notice.newsText, notice.alert,
                    notice.programmeText,
                ])
            return try rows.compactMap { row in
                let stored = StoredNotice(row, seal)
                guard
                    let channel = try Row.fetchOne(
                        database.cachedStatement(sql: "SELECT * FROM channels WHERE id = ?"), arguments: [stored.channel])
                else { return nil }
                let ended = (row["ended"] as Int64?).map(Timestamp.init(milliseconds:))
                return NoticeDelivery(notice: stored, channel: Channel(channel, seal), ended: ended)
            }
        }
    }

    /// The feeds of a person's watches, by their ids.
    package func watchedFeeds(of person: Person) async throws -> [Feed.ID: Feed] {
        let feeds = try await database.read("reading watched feeds") {
            let statement = try $0.cachedStatement(sql: "\(Feed.select) WHERE id IN (SELECT feed FROM watches WHERE person = ?)")
            return try Row.fetchAll(statement, arguments: [person.id]).map(Feed.init)
        }
        return Dictionary(feeds.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A person's channel; nil for another person's.
    package func channel(_ id: Channel.ID, of person: Person) async throws -> Channel? {
        try await database.read("reading a channel") { [seal] in
            try Row.fetchOne($0, sql: "SELECT * FROM channels WHERE id = ? AND person = ?", arguments: [id, person.id]).map {
                Channel($0, seal)
            }
        }
    }
}

extension StoredNotice {
    fileprivate var healthText: String? {
        if case .health(let text) = subject { text } else { nil }
    }

    fileprivate var newsText: String? {
        if case .prices(let text) = subject { text } else { nil }
    }

    fileprivate var programmeText: String? {
        if case .programme(let text) = subject { text } else { nil }
    }
}
