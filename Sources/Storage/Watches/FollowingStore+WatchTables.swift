extension FollowingStore {
    /// A transaction that logs a changed watch waits for earlier ones, so versions of the log become visible in order. SQLite has only one
    /// writer.
    static func logWatchesInOrder(_ database: Connection) throws {
        guard database.dialect == .postgres else { return }
        try database.execute(
            sql: """
                CREATE OR REPLACE FUNCTION log_watch() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    \(WriteScope.watchLog);
                    IF TG_OP = 'DELETE' THEN
                        INSERT INTO watch_log (feed, watch) VALUES (OLD.feed, OLD.id);
                    ELSE
                        INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
                    END IF;
                    RETURN NULL;
                END $$;
                CREATE OR REPLACE FUNCTION log_watches_of_person() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    \(WriteScope.watchLog);
                    INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
                    RETURN NULL;
                END $$
                """)
    }

    /// The tables of the second migration.
    static let watchTables = """
        CREATE TABLE people (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE watches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            board TEXT NOT NULL,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            -- JSON, as the API takes it (Docs/Watches.md).
            condition TEXT NOT NULL,
            -- A JSON array of the names of channels.
            channels TEXT NOT NULL,
            -- Seconds since midnight in a zone; null if there are no quiet hours.
            quiet_from INTEGER,
            quiet_to INTEGER,
            quiet_zone TEXT,
            digest TEXT NOT NULL,
            muted INTEGER NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX watches_of_feed ON watches (feed);
        CREATE INDEX watches_of_person ON watches (person);
        CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- What receivers tell repeats by.
            identifier BLOB NOT NULL DEFAULT (randomblob(16)),
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            -- Null for what is said of the feed's health.
            watch INTEGER REFERENCES watches(id) ON DELETE CASCADE,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            channel TEXT NOT NULL,
            detail TEXT,
            created INTEGER NOT NULL,
            -- 'waiting', 'sent' or 'failed', which is given up
            state TEXT NOT NULL DEFAULT 'waiting',
            attempts INTEGER NOT NULL DEFAULT 0,
            -- While it is claimed, the end of the lease.
            next_attempt INTEGER NOT NULL,
            ended INTEGER,
            failure TEXT
        ) STRICT;
        CREATE INDEX notices_due ON notices (next_attempt) WHERE state = 'waiting';
        CREATE INDEX notices_of_feed ON notices (feed);
        CREATE INDEX notices_of_watch ON notices (watch);
        CREATE INDEX notices_of_person ON notices (person);
        -- What each person was told by each channel: nothing twice.
        CREATE TABLE notice_changes (
            change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
            person INTEGER NOT NULL,
            channel TEXT NOT NULL,
            notice INTEGER NOT NULL REFERENCES notices(id) ON DELETE CASCADE,
            PRIMARY KEY (change, person, channel)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX changes_of_notice ON notice_changes (notice);
        CREATE TABLE feed_health (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
            state TEXT NOT NULL
        ) STRICT;
        """
}
