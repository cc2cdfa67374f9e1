package import Records

extension FeedStore {
    /// The board's feed with that address, created if there is none.
    ///
    /// `binding` holds the values that the address was made of. Throws `StorageError` with `full` if the feed is new and the board has
    /// `limit` feeds.
    package func feed(
        of board: String, url: String, binding: [String: String] = [:], limit: Int = .max
    ) async throws -> Feed {
        if let known = try await knownFeed(of: board, url: url), binding.isEmpty || Set(known.binding.keys) == Set(binding.keys) {
            return known
        }
        let json = Feed.json(binding)
        return try await database.write("finding a feed of \(board)", locking: .board(board)) { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM feeds WHERE board = ?1 AND url <> ?2", arguments: [board, url])
            guard count ?? 0 < limit else {
                throw StorageError(.full, doing: "adding a feed", detail: "The board \(board) has \(limit) feeds already.")
            }
            try database.execute(
                sql: """
                    INSERT INTO feeds (board, url, binding) VALUES (?, ?, ?)
                    ON CONFLICT (board, url) DO UPDATE SET binding = excluded.binding
                    """, arguments: [board, url, json])
            guard let row = try Row.fetchOne(database, sql: "\(Feed.select) WHERE board = ? AND url = ?", arguments: [board, url])
            else { throw StoredFault("the feed is not there") }
            return Feed(row)
        }
    }

    /// The board's feed with that address; nil if it has never been requested.
    package func knownFeed(of board: String, url: String) async throws -> Feed? {
        try await database.read("finding a feed of \(board)") { database in
            let statement = try database.cachedStatement(sql: "\(Feed.select) WHERE board = ? AND url = ?")
            return try Row.fetchOne(statement, arguments: [board, url]).map(Feed.init)
        }
    }

    /// Records a request for the feed, and schedules the feed if it has no due time; `due` is nil for a board without a schedule.
    package func noteAsked(_ feed: Feed, at time: Timestamp, due: Timestamp?) async throws {
        try await database.writeIfRoom("noting who asks", locking: .nothing) {
            try $0.execute(
                sql: "UPDATE feeds SET asked = CASE WHEN asked > ?1 THEN asked ELSE ?1 END, due = coalesce(due, ?2) WHERE id = ?3",
                arguments: [time.milliseconds, due?.milliseconds, feed.id])
        }
    }

    /// The feeds of all boards that have a watch, and the feeds shown together with one of them.
    package func watchedFeeds() async throws -> Set<Feed.ID> {
        try await database.read("looking for watched feeds") {
            try Set(Int64.fetchAll($0, sql: "SELECT id FROM feeds WHERE \(Self.isWatched)"))
        }
    }

    /// The columns of the ninth migration: the values that a feed's address was made of, as a JSON object, and the time of the last request
    /// for it.
    static let bindingColumns = """
        ALTER TABLE feeds ADD COLUMN binding TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE feeds ADD COLUMN asked INTEGER;
        """

    /// The feed as it is stored now; nil if there is none with that id.
    package func feed(_ id: Int64) async throws -> Feed? {
        try await database.read("reading a feed") {
            try Row.fetchOne($0, sql: "\(Feed.select) WHERE id = ?", arguments: [id]).map(Feed.init)
        }
    }

    /// These feeds as they are stored now, in any order; without those that are gone.
    package func feeds(_ ids: some Sequence<Feed.ID> & Sendable) async throws -> [Feed] {
        let list = ValueList.argument(ids)
        return try await database.read("reading feeds") {
            try Row.fetchAll($0, sql: "\(Feed.select) WHERE \($0.dialect.list.has("id"))", arguments: [list]).map(Feed.init)
        }
    }

    /// All feeds of a board, or of all boards, oldest first.
    package func all(of board: String? = nil) async throws -> [Feed] {
        try await database.read("listing feeds") { database in
            try Row.fetchAll(
                database, sql: "\(Feed.select) WHERE board = coalesce(?, board) ORDER BY board, id", arguments: [board]
            ).map(Feed.init)
        }
    }

    /// The feeds that are due, and the time at which the next one is due; nil if no later one is scheduled.
    package func dueFeeds(at time: Timestamp) async throws -> (feeds: [Feed], next: Timestamp?) {
        try await database.read("looking for due feeds") { database in
            let due = try Row.fetchAll(
                database, sql: "\(Feed.select) WHERE due <= ? ORDER BY due", arguments: [time.milliseconds]
            ).map(Feed.init)
            let next = try Int64.fetchOne(database, sql: "SELECT min(due) FROM feeds WHERE due > ?", arguments: [time.milliseconds])
            return (due, next.map(Timestamp.init(milliseconds:)))
        }
    }

    package func setDue(_ due: Timestamp?, for feed: Feed) async throws {
        try await database.write("scheduling a feed", locking: .nothing) {
            try $0.execute(sql: "UPDATE feeds SET due = ? WHERE id = ?", arguments: [due?.milliseconds, feed.id])
        }
    }

    /// Has a feed's document read again, even if the source hasn't changed: it is read in another way now.
    package func setUnread(_ feed: Feed, due: Timestamp) async throws {
        try await database.write("scheduling a feed", locking: .nothing) {
            try $0.execute(
                sql: "UPDATE feeds SET due = ?, etag = NULL, last_modified = NULL WHERE id = ?", arguments: [due.milliseconds, feed.id])
        }
    }

    /// Changes a feed's due time, unless another change came first.
    package func setDue(_ due: Timestamp?, for feed: Feed, insteadOf known: Timestamp?) async throws {
        try await database.write("scheduling a feed", locking: .nothing) {
            try $0.execute(
                sql: "UPDATE feeds SET due = ? WHERE id = ? AND due IS NOT DISTINCT FROM ?",
                arguments: [due?.milliseconds, feed.id, known?.milliseconds])
        }
    }

    /// Records that the source has not changed since the last fetch (a 304).
    package func noteUnmodified(_ feed: Feed, _ report: FetchReport, telling: Telling? = nil, checkup: Checkup? = nil) async throws {
        try await database.write("noting a fetch", locking: .feed(feed.id)) { database in
            try Self.log(report, of: feed, outcome: "unmodified", detail: nil, in: database)
            // The newest validators are always stored, from a 304 as from a 200.
            try database.cachedStatement(
                sql: """
                    UPDATE feeds SET last_attempt = ?1, last_success = ?1, failure = NULL, failures = 0,
                        etag = coalesce(?2, etag), last_modified = coalesce(?3, last_modified), due = coalesce(?4, due)
                    WHERE id = ?5
                    """
            ).execute(
                arguments: [report.ended.milliseconds, report.etag, report.lastModified, report.due?.milliseconds, feed.id])
            if let checkup { try FollowingStore.check(feed, checkup, telling, at: report.ended, in: database) }
        }
    }

    /// Records a failed attempt. Records, validators and the time of the last success stay unchanged.
    package func noteFailure(
        _ failure: SourceFailure, of feed: Feed, _ report: FetchReport, telling: Telling? = nil, checkup: Checkup? = nil
    ) async throws {
        try await database.write("noting a failed fetch", locking: .feed(feed.id)) { database in
            try Self.log(report, of: feed, outcome: "failed", detail: failure.stored, in: database)
            try database.execute(
                sql: "UPDATE feeds SET last_attempt = ?, failure = ?, failures = failures + 1, due = coalesce(?, due) WHERE id = ?",
                arguments: [report.ended.milliseconds, failure.stored, report.due?.milliseconds, feed.id])
            if let checkup { try FollowingStore.check(feed, checkup, telling, at: report.ended, in: database) }
        }
    }

    /// Records that a document is stored. The last document's validators don't describe this one, so they are replaced.
    static func noteStored(_ report: FetchReport, of feed: Feed, recordCount: Int, hasNews: Bool, in database: Connection) throws {
        // Prepared once per connection, like every statement that each check runs.
        try database.cachedStatement(
            sql: """
                UPDATE feeds SET last_attempt = ?1, last_success = ?1, last_change = CASE WHEN ?2 <> 0 THEN ?1 ELSE last_change END,
                    failure = NULL, failures = 0, records = ?3, etag = ?4, last_modified = ?5, due = coalesce(?6, due)
                WHERE id = ?7
                """
        ).execute(
            arguments: [
                report.ended.milliseconds, hasNews, recordCount, report.etag, report.lastModified, report.due?.milliseconds, feed.id,
            ])
    }

    @discardableResult
    static func log(_ report: FetchReport, of feed: Feed, outcome: String, detail: String?, in database: Connection) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO fetches (feed, began, ended, outcome, detail, bytes, etag, last_modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                RETURNING id
                """)
        let fetch = try Statement.inserted(
            statement,
            [
                feed.id, report.began.milliseconds, report.ended.milliseconds, outcome, detail, report.bytes, report.etag,
                report.lastModified,
            ])
        if let picture = report.picture { try keep(picture, of: feed, fetch: fetch, outcome: outcome, in: database) }
        // The log is trimmed at one fetch in 16, chosen by a hash of its number, because finding the end costs time proportional to the
        // log's length. A plain multiple of 16 wouldn't do: feeds are fetched in turns, and some of them would never be trimmed.
        if UInt64(bitPattern: fetch) &* 0x9E37_79B9_7F4A_7C15 >> 60 == 0 {
            try database.cachedStatement(
                sql: """
                    DELETE FROM fetches WHERE feed = ?1 AND outcome <> 'changed'
                        AND id <= (SELECT id FROM fetches WHERE feed = ?1 ORDER BY id DESC LIMIT 1 OFFSET 500)
                    """
            ).execute(arguments: [feed.id])
        }
        return fetch
    }
}
