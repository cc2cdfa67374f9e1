import Records

extension PersonStore {
    /// The tables of the fourth migration. Secrets are stored as SHA-256 hashes, so a reader of the file can't log in with them.
    static let accountTables = """
        ALTER TABLE people ADD COLUMN role TEXT NOT NULL DEFAULT 'member';
        -- '$scrypt$ln=…,r=…,p=…$salt$hash'; null: no login by password.
        ALTER TABLE people ADD COLUMN password TEXT;
        -- A JSON object.
        ALTER TABLE people ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE people ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
        -- Names had been told apart by their case too.
        UPDATE people SET name = name || ' ' || id WHERE EXISTS
            (SELECT 1 FROM people AS other WHERE other.name = people.name COLLATE NOCASE AND other.id < people.id);
        CREATE UNIQUE INDEX people_by_name ON people (name COLLATE NOCASE);
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            created INTEGER NOT NULL,
            -- To the hour.
            last_seen INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            agent TEXT NOT NULL,
            address TEXT NOT NULL
        ) STRICT;
        CREATE INDEX sessions_of_person ON sessions (person);
        CREATE TABLE tokens (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            -- With blanks between them.
            scopes TEXT NOT NULL,
            created INTEGER NOT NULL,
            -- To the hour.
            last_used INTEGER,
            expires INTEGER
        ) STRICT;
        CREATE INDEX tokens_of_person ON tokens (person);
        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            role TEXT NOT NULL,
            -- For whom, as the one who invites calls them.
            note TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE failed_logins (
            -- SHA-256 of the name that was typed, which may be a password by mistake.
            account BLOB NOT NULL,
            network TEXT NOT NULL,
            failures INTEGER NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (account, network)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX failed_logins_by_age ON failed_logins (last);
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            -- Their name then; it outlives the account.
            who TEXT NOT NULL,
            action TEXT NOT NULL,
            detail TEXT NOT NULL,
            address TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_by_time ON audit (at);
        """

    /// Before the role of clerks existed, every member could work at a counter. Members who did so become clerks.
    static let clerksOfQueues = """
        UPDATE people SET role = 'clerk' WHERE role = 'member'
            AND id IN (SELECT person FROM queue_acts WHERE person IS NOT NULL AND counter IS NOT NULL)
        """

    /// Time zones of people used to be only in their settings. No other setting changes their watches.
    static let zonesOfPeople = """
        ALTER TABLE people ADD COLUMN zone TEXT;
        UPDATE people SET zone = settings ->> 'zone'
            WHERE CASE WHEN json_valid(settings) THEN json_type(settings, '$.zone') = 'text' ELSE 0 END;
        DROP TRIGGER person_altered;
        CREATE TRIGGER person_altered AFTER UPDATE OF zone, disabled ON people
        WHEN OLD.zone IS NOT NEW.zone OR OLD.disabled <> NEW.disabled BEGIN
            INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
        END;
        """
}

extension PersonStore {
    static let times = [
        StoredTimes("people", ["created": .told]),
        StoredTimes("sessions", ["created": .past, "last_seen": .past, "expires": .ending(within: Session.idleTime)]),
        StoredTimes("tokens", ["created": .past, "last_used": .past, "expires": .after("created")]),
        StoredTimes("invitations", ["created": .past, "expires": .ending(within: Invitation.lifetime)]),
        StoredTimes("failed_logins", ["last": .past]),
        StoredTimes("login_links", ["expires": .ending(within: loginLinkLifetime)]),
        StoredTimes("feed_addresses", ["created": .told]),
        StoredTimes("audit", ["at": .told]),
    ]
}
