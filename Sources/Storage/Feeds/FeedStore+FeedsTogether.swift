package import Records

// Feeds that are shown together (`source.each`) are watched together: all watches belong to the first of them, their lead.
extension FeedStore {
    static let feedLeads = """
        -- Of feeds that are shown together: the first of them, also by itself. Other feeds have no line.
        CREATE TABLE feed_leads (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
            lead INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX feeds_of_lead ON feed_leads (lead);
        """

    /// A condition on rows of `feeds`: the feed has a watch, or is shown together with a feed that does.
    static let isWatched = """
        EXISTS (SELECT 1 FROM watches WHERE feed IN (feeds.id, (SELECT lead FROM feed_leads WHERE feed_leads.feed = feeds.id)))
        """

    /// Records that these feeds are shown together, so a watch of one covers all. If the board's file now names another feed first, watches
    /// move to that feed.
    package func join(_ feeds: [Feed]) async throws {
        guard let lead = feeds.first?.id else { return }
        let known = try await database.read("looking for feeds shown together") { database in
            try Int64.fetchAll(database, sql: "SELECT feed FROM feed_leads WHERE lead = ? AND \(Self.isOf(feeds))", arguments: [lead])
        }
        guard known.count < feeds.count else { return }
        try await database.write("joining feeds") { database in
            for feed in feeds where !known.contains(feed.id) {
                try database.execute(
                    sql: """
                        UPDATE watches SET feed = ?1
                        WHERE feed <> ?1 AND feed = (SELECT lead FROM feed_leads WHERE feed_leads.feed = ?2)
                        """, arguments: [lead, feed.id])
                try database.execute(
                    sql: "INSERT INTO feed_leads (feed, lead) VALUES (?, ?) ON CONFLICT (feed) DO UPDATE SET lead = excluded.lead",
                    arguments: [feed.id, lead])
            }
        }
    }

    /// Two days: a price that is published a day ahead is tomorrow's, today's and yesterday's in that time.
    private static let newsLasts = Duration.seconds(2 * 86_400)

    /// For each of these changes, the recent changes with the same content in feeds shown together with its own: the same record reached
    /// the same state, or was removed. Leaves out twins from before its own feed last had that content.
    static func twins(
        of changes: Set<StoredChange.ID>, at now: Timestamp, in database: Connection
    ) throws -> [StoredChange.ID: [StoredChange.ID]] {
        let lately = (now + (.zero - newsLasts)).milliseconds
        let statement = try database.cachedStatement(sql: twins(database.dialect))
        let rows = try Row.fetchCursor(statement, arguments: [ValueList.argument(changes.sorted()), lately])
        return try rows.reduce(into: [:]) { $0[$1[0], default: []].append($1[1]) }
    }

    /// Looks up by key, because a feed has few changes per key, and not by time.
    static func twins(_ dialect: Dialect) -> String {
        let found = """
            SELECT twin.id FROM feed_leads AS mine
                JOIN feed_leads AS other ON other.lead = mine.lead AND other.feed <> mine.feed
                JOIN changes AS twin ON twin.feed = other.feed AND twin.key = own.key
            WHERE mine.feed = own.feed AND +twin.seen >= ?2 AND \(isSame("twin")) AND twin.id > coalesce(
                (SELECT max(former.id) FROM changes AS former
                 WHERE former.feed = own.feed AND former.key = own.key AND former.id < own.id AND \(isSame("former"))), 0)
            LIMIT 50
            """
        return """
            SELECT own.id, said.id FROM \(dialect.list.rows(of: "changes AS own", by: "own.id", "?1"))
                \(dialect.joinEach("changes", as: "said", in: found))
            """
    }

    /// A condition: a change has brought its record to the state that `own` has.
    private static func isSame(_ change: String) -> String {
        """
        (\(change).after IS NULL) = (own.after IS NULL)
            AND coalesce(\(change).after, \(change).before) = coalesce(own.after, own.before)
        """
    }
}
