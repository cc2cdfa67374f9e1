extension FollowingStore {
    static func addWatchMarks(_ database: Connection) throws {
        let (dialect, integer) = (database.dialect, database.dialect.integer)
        // The rows of `watch_marks` are their own index.
        let compact = dialect == .sqlite ? "STRICT, WITHOUT ROWID" : ""
        try database.execute(
            sql: """
                -- Feeds with too many watches for memory, whose watches have marks.
                CREATE TABLE marked_feeds (
                    feed \(integer) PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
                    -- The fields of the board that the marks were made for.
                    made_for \(dialect.text) NOT NULL,
                    -- Of watch_log: what is newer isn't in the marks yet.
                    version \(integer) NOT NULL,
                    -- The last person whose watches have marks; null once all have.
                    person \(integer)
                ) \(dialect.strict);
                CREATE TABLE watch_marks (
                    feed \(integer) NOT NULL,
                    mark \(integer) NOT NULL,
                    edge \(integer) NOT NULL,
                    person \(integer) NOT NULL,
                    watch \(integer) NOT NULL REFERENCES watches(id) ON DELETE CASCADE,
                    PRIMARY KEY (feed, mark, edge, person, watch)
                ) \(compact);
                CREATE INDEX marks_of_watch ON watch_marks (watch);
                -- What isn't posted to all watches yet: the changes of a fetch, or a message about the feed's health.
                CREATE TABLE postings (
                    id \(dialect.identity),
                    feed \(integer) NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
                    first_change \(integer) NOT NULL,
                    last_change \(integer) NOT NULL,
                    health \(dialect.text),
                    -- When the fetch ended.
                    seen \(integer) NOT NULL,
                    -- As in marked_feeds.
                    made_for \(dialect.text) NOT NULL,
                    -- The newest watch at that time.
                    newest_watch \(integer) NOT NULL,
                    -- The last person whose watches were posted to.
                    person \(integer) NOT NULL
                ) \(dialect.strict);
                CREATE INDEX postings_of_feed ON postings (feed, id);
                -- Watches are read person by person.
                CREATE INDEX watches_of_feed_by_person ON watches (feed, person);
                DROP INDEX watches_of_feed
                """)
    }
}
