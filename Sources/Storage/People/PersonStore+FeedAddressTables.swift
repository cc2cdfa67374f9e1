extension PersonStore {
    /// One table for the secret addresses of notices and calendars, which had one table each.
    static let feedAddressTables = """
        CREATE TABLE feed_addresses (
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            -- 'notices', 'reminders' or 'podcast'
            purpose TEXT NOT NULL,
            hash BLOB NOT NULL UNIQUE,
            created INTEGER NOT NULL,
            PRIMARY KEY (person, purpose)
        ) STRICT;
        INSERT INTO feed_addresses (person, purpose, hash, created) SELECT person, 'notices', hash, created FROM notice_feeds;
        INSERT INTO feed_addresses (person, purpose, hash, created) SELECT person, 'reminders', hash, created FROM reminder_calendars;
        DROP TABLE notice_feeds;
        DROP TABLE reminder_calendars;
        """
}
