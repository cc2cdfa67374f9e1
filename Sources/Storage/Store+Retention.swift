package import Records

/// How long logs and history are stored.
package struct Retention: Hashable, Sendable {
    /// The log of fetches; the last `fetchesOfFeed` of each feed are never removed.
    package var fetches = Duration.seconds(30 * 86_400)
    package var fetchesOfFeed = 100
    /// Also for queues: ended tickets, numbers of earlier days, and acts.
    package var changes = Duration.seconds(2 * 365 * 86_400)
    /// Notices that were sent or abandoned.
    package var notices = Duration.seconds(365 * 86_400)
    /// Feeds without a watch or schedule, counted from the last fetch or request.
    package var unusedFeeds = Duration.seconds(90 * 86_400)
    /// Ended tickets and acts of queues: only the newest rows are kept, up to this number, however recent the rest.
    package var queueRows = 500_000

    package init() {}
}

extension Store {
    /// The number of rows that one transaction removes, so that others can write in between.
    private static let pruneStep = 500
    /// The length of the log of changed watches, for processes that hold watches in memory.
    private static let watchLogLength = 100_000

    /// Removes everything past its retention time, in small transactions. Returns the number of rows.
    package func prune(_ retention: Retention, at now: Timestamp) async throws -> Int {
        var pruned = 0
        for feed in try await feeds.all() {
            pruned += try await pruneFetches(of: feed, retention, at: now)
            pruned += try await pruneIfUnused(feed, before: now.before(retention.unusedFeeds))
        }
        // Ids increase with time, so all old rows come before the first recent one.
        pruned += try await steps(
            """
            SELECT id FROM changes WHERE id < coalesce((SELECT id FROM changes WHERE seen >= ?1 ORDER BY id LIMIT 1), \(Int64.max)) LIMIT ?2
            """, of: "changes", "id", [now.before(retention.changes).milliseconds])
        pruned += try await steps(
            """
            SELECT id FROM notices WHERE state <> 'waiting'
                AND id < coalesce((SELECT id FROM notices WHERE created >= ?1 ORDER BY id LIMIT 1), \(Int64.max)) LIMIT ?2
            """, of: "notices", "id", [now.before(retention.notices).milliseconds])
        // The last entry stays, so that the end of the log is known.
        pruned += try await steps(
            "SELECT version FROM watch_log WHERE version <= (SELECT max(version) FROM watch_log) - ?1 LIMIT ?2", of: "watch_log", "version",
            [Int64(Self.watchLogLength)])
        pruned += try await pruneQueues(before: now.before(retention.changes))
        pruned += try await pruneExcess(retention)
        pruned += try await steps(
            "SELECT visitor, board FROM lookups WHERE asked < ?1 LIMIT ?2", of: "lookups", "(visitor, board)",
            [now.before(FeedStore.lookupsAreKept).milliseconds])
        pruned += try await steps("SELECT key FROM geocodes WHERE expires < ?1 LIMIT ?2", of: "geocodes", "key", [now.milliseconds])
        return pruned
    }

    /// The newest ticket is never removed: the next ticket's id is derived from it, and ids are part of signed links.
    private func pruneQueues(before: Timestamp) async throws -> Int {
        let tickets = try await steps(
            """
            SELECT id FROM queue_tickets
            WHERE id < coalesce((SELECT id FROM queue_tickets WHERE joined >= ?1 ORDER BY id LIMIT 1), \(Int64.max))
                AND ended < ?1 AND id < (SELECT max(id) FROM queue_tickets) LIMIT ?2
            """, of: "queue_tickets", "id", [before.milliseconds])
        let acts = try await steps(
            """
            SELECT id FROM queue_acts
            WHERE id < coalesce((SELECT id FROM queue_acts WHERE at >= ?1 ORDER BY id LIMIT 1), \(Int64.max)) LIMIT ?2
            """, of: "queue_acts", "id", [before.milliseconds])
        var numbers = 0
        for (table, column, time) in [
            ("queue_spans", "first", "joined"), ("queue_blocks", "first", "reserved"), ("queue_days", "day", "began"),
        ] {
            numbers += try await steps(
                """
                SELECT old.queue, old.day, old.\(column) FROM \(table) AS old JOIN queues ON name = old.queue
                WHERE old.\(time) < ?1 AND old.day < queues.day LIMIT ?2
                """, of: table, "(queue, day, \(column))", [before.milliseconds])
        }
        return tickets + acts + numbers
    }

    /// Removes rows over the limit, regardless of age: people without an account can create these, and fast enough to matter within a day.
    package func pruneExcess(_ retention: Retention) async throws -> Int {
        let rows = Int64(retention.queueRows)
        let tickets = try await steps(
            "SELECT id FROM queue_tickets WHERE id <= (SELECT max(id) FROM queue_tickets) - ?1 AND ended IS NOT NULL LIMIT ?2",
            of: "queue_tickets", "id", [rows])
        let acts = try await steps(
            "SELECT id FROM queue_acts WHERE id <= (SELECT max(id) FROM queue_acts) - ?1 LIMIT ?2", of: "queue_acts", "id", [rows])
        return tickets + acts
    }

    /// Removes all but the newest `count` changes and fetches of a feed: for a stream, whose source determines how many arrive.
    package func pruneHistory(of feed: Feed.ID, keeping count: Int) async throws -> Int {
        var pruned = 0
        for table in ["changes", "fetches"] {
            pruned += try await steps(
                """
                SELECT id FROM \(table) WHERE feed = ?1
                    AND id <= (SELECT id FROM \(table) WHERE feed = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2) LIMIT ?3
                """, of: table, "id", [feed, Int64(count)])
        }
        return pruned
    }

    /// Removes the oldest changes of a feed until the rest has at most this many characters.
    package func pruneHistory(of feed: Feed.ID, keepingCharacters characters: Int) async throws -> Int {
        try await steps(
            """
            SELECT id FROM (
                SELECT id, sum(coalesce(length(before), 0) + coalesce(length(after), 0)) OVER (ORDER BY id DESC) AS kept
                FROM changes WHERE feed = ?1) AS history
            WHERE kept > ?2 LIMIT ?3
            """, of: "changes", "id", [feed, Int64(characters)])
    }

    private func pruneFetches(of feed: Feed, _ retention: Retention, at now: Timestamp) async throws -> Int {
        try await steps(
            """
            SELECT id FROM fetches WHERE feed = ?1 AND ended < ?2
                AND id <= (SELECT id FROM fetches WHERE feed = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3) LIMIT ?4
            """, of: "fetches", "id",
            [feed.id, now.before(retention.fetches).milliseconds, Int64(retention.fetchesOfFeed)])
    }

    /// Once its first record is removed, the feed's next fetch, if any, is a baseline.
    private func pruneIfUnused(_ feed: Feed, before: Timestamp) async throws -> Int {
        guard feed.due == nil, let last = feed.lastAttempt ?? feed.lastAsked, last < before else { return 0 }
        let isUnused = try await database.write("looking for unused feeds") { database in
            try database.execute(
                sql: """
                    UPDATE feeds SET last_success = NULL, etag = NULL, last_modified = NULL, records = 0
                    WHERE id = ?1 AND due IS NULL AND coalesce(last_attempt, asked) < ?2 AND coalesce(asked, 0) < ?2
                        AND NOT \(FeedStore.isWatched)
                    """, arguments: [feed.id, before.milliseconds])
            return database.changesCount > 0
        }
        guard isUnused else { return 0 }
        let table = BoardTable(board: feed.board, schema: Schema(fields: [])).name
        var pruned = 0
        if try await database.read("looking for a table", { try $0.tableExists(String(table.dropFirst().dropLast())) }) {
            pruned += try await steps("SELECT _id FROM \(table) WHERE _feed = ?1 LIMIT ?2", of: table, "_id", [feed.id])
        }
        pruned += try await steps("SELECT id FROM changes WHERE feed = ?1 LIMIT ?2", of: "changes", "id", [feed.id])
        // The feed may have acquired a watch or a fetch meanwhile.
        return try await pruned
            + database.write("removing a feed") { database in
                try database.execute(
                    sql: """
                        DELETE FROM feeds WHERE id = ?1 AND due IS NULL AND last_success IS NULL AND coalesce(asked, 0) < ?2
                            AND NOT \(FeedStore.isWatched)
                        """, arguments: [feed.id, before.milliseconds])
                return database.changesCount
            }
    }

    /// Deletes the rows that a query selects, `pruneStep` rows per transaction; the query's last argument is that number.
    private func steps(_ query: String, of table: String, _ id: String, _ arguments: [Int64]) async throws -> Int {
        var deleted = 0
        while true {
            let step = try await database.write("removing what is old") { database in
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE \(id) IN (\(query))",
                    arguments: Arguments(arguments + [Int64(Self.pruneStep)]))
                return database.changesCount
            }
            deleted += step
            guard step == Self.pruneStep else { return deleted }
            try Task.checkCancellation()
        }
    }
}

extension Timestamp {
    fileprivate func before(_ duration: Duration) -> Timestamp { self + (.zero - duration) }
}
