extension FollowingStore {
    /// The seventh migration: a change of a person's zone, or of whether they are disabled, counts as a change of their watches.
    static let watchesOfPeople = """
        CREATE TRIGGER person_altered AFTER UPDATE OF settings, disabled ON people BEGIN
            INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
        END;
        """

    /// The tables of the third migration. The outbox is replaced: the former one was never used.
    static let channelTables = """
        CREATE TABLE channels (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            -- 'push', 'email', 'webhook', 'ntfy'
            kind TEXT NOT NULL,
            -- JSON, as the notifier of that kind reads it. A secret.
            address TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_delivered INTEGER,
            -- Why the last attempt failed; null if it did not.
            failure TEXT,
            -- The address no longer exists.
            gone INTEGER NOT NULL DEFAULT 0,
            UNIQUE (person, name)
        ) STRICT;
        -- Up to which notice each person has seen their list.
        CREATE TABLE notices_seen (
            person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
            notice INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;

        DROP TABLE notice_changes;
        DROP TABLE notices;
        CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- What receivers tell repeats by.
            identifier BLOB NOT NULL DEFAULT (randomblob(16)),
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            -- Null for the person's own list, 'app'.
            channel INTEGER REFERENCES channels(id) ON DELETE CASCADE,
            -- That of the channel.
            kind TEXT,
            -- Null for a digest, which gathers from all of the person's feeds.
            feed INTEGER REFERENCES feeds(id) ON DELETE CASCADE,
            -- Null for a digest, and for what is said of a feed's health.
            watch INTEGER REFERENCES watches(id) ON DELETE SET NULL,
            -- What is said of the feed's health; null where it tells of changes.
            health TEXT,
            created INTEGER NOT NULL,
            -- When it was to be sent first; later changes join it until then.
            due INTEGER NOT NULL,
            -- 'waiting', 'sent' or 'failed', which is given up
            state TEXT NOT NULL DEFAULT 'waiting',
            attempts INTEGER NOT NULL DEFAULT 0,
            -- Somebody is sending it, or died while they did; next_attempt is the end of their lease.
            claimed INTEGER NOT NULL DEFAULT 0,
            next_attempt INTEGER NOT NULL,
            ended INTEGER,
            failure TEXT
        ) STRICT;
        CREATE INDEX notices_due ON notices (kind, next_attempt) WHERE state = 'waiting';
        CREATE INDEX notices_waiting ON notices (person, channel, due) WHERE state = 'waiting';
        CREATE INDEX notices_of_watch ON notices (watch, channel, id);
        CREATE INDEX notices_of_person ON notices (person, channel, id);
        CREATE INDEX notices_of_channel ON notices (channel);
        CREATE INDEX notices_of_feed ON notices (feed);
        -- What each person was told by each channel (0: 'app'), and for which watch: nothing twice.
        CREATE TABLE notice_changes (
            change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
            person INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            notice INTEGER NOT NULL REFERENCES notices(id) ON DELETE CASCADE,
            watch INTEGER NOT NULL,
            PRIMARY KEY (change, person, channel)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX changes_of_notice ON notice_changes (notice);

        -- Seconds since midnight at which daily digests are sent; null for the usual time.
        ALTER TABLE watches ADD COLUMN daily_at INTEGER;
        -- Every alteration of a watch, whoever makes it, for those who hold the watches of a feed in memory.
        CREATE TABLE watch_log (
            version INTEGER PRIMARY KEY AUTOINCREMENT,
            feed INTEGER NOT NULL,
            watch INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX watch_log_of_feed ON watch_log (feed, version);
        CREATE TRIGGER watch_added AFTER INSERT ON watches BEGIN
            INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
        END;
        CREATE TRIGGER watch_altered AFTER UPDATE ON watches BEGIN
            INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
        END;
        CREATE TRIGGER watch_removed AFTER DELETE ON watches BEGIN
            INSERT INTO watch_log (feed, watch) VALUES (OLD.feed, OLD.id);
        END;
        """
}

extension FollowingStore {
    static let times = [
        StoredTimes("watches", ["created": .told]),
        StoredTimes("channels", ["created": .told, "last_delivered": .told]),
        StoredTimes("channel_confirmations", ["created": .past]),
        StoredTimes("notices", ["created": .ruled, "due": .ruled, "next_attempt": .ruled, "ended": .told]),
        StoredTimes("postings", ["seen": .past]),
        StoredTimes("notices_seen", ["at": .past]),
        StoredTimes("price_alerts", ["created": .told, "since": .past]),
    ]
}
