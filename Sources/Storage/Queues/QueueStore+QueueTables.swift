extension QueueStore {
    /// The thirteenth migration.
    static let queueTables = """
        CREATE TABLE queues (
            name TEXT PRIMARY KEY,
            board TEXT NOT NULL,
            -- Numbers begin at 1 with each day, which counts up.
            day INTEGER NOT NULL,
            began INTEGER NOT NULL,
            -- The next number. It never goes back within a day.
            next INTEGER NOT NULL,
            -- JSON: what staff have set.
            settings TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE queue_days (
            queue TEXT NOT NULL,
            day INTEGER NOT NULL,
            began INTEGER NOT NULL,
            PRIMARY KEY (queue, day)
        ) STRICT, WITHOUT ROWID;
        -- Bare numbers that were not called: nobody knows who has them. One that is called leaves its span and becomes a ticket.
        CREATE TABLE queue_spans (
            queue TEXT NOT NULL,
            day INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            joined INTEGER NOT NULL,
            PRIMARY KEY (queue, day, first)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE queue_tickets (
            id INTEGER PRIMARY KEY,
            queue TEXT NOT NULL,
            day INTEGER NOT NULL,
            number INTEGER NOT NULL,
            label TEXT NOT NULL,
            -- The queue in which it waits, or ended.
            line TEXT NOT NULL,
            place INTEGER NOT NULL,
            state TEXT NOT NULL,
            -- JSON: names of the services still wanted.
            services TEXT NOT NULL,
            counter TEXT,
            calls INTEGER NOT NULL,
            joined INTEGER NOT NULL,
            called INTEGER,
            ended INTEGER,
            not_before INTEGER,
            -- SHA-256 of the key of the device.
            device TEXT,
            -- JSON: what the guest said; null when there is nothing, or it was erased.
            guest TEXT,
            -- No number twice, whatever the program does.
            UNIQUE (queue, day, number)
        ) STRICT;
        CREATE INDEX queue_tickets_live ON queue_tickets (line) WHERE ended IS NULL;
        CREATE INDEX queue_tickets_ended ON queue_tickets (line, ended) WHERE ended IS NOT NULL;
        CREATE INDEX queue_tickets_said ON queue_tickets (ended) WHERE guest IS NOT NULL OR device IS NOT NULL;
        -- Numbers that kiosks give by themselves.
        CREATE TABLE queue_blocks (
            queue TEXT NOT NULL,
            day INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            kiosk TEXT NOT NULL,
            reserved INTEGER NOT NULL,
            PRIMARY KEY (queue, day, first)
        ) STRICT, WITHOUT ROWID;
        -- What was done, by whom. Nothing of it is personal but the number of a clerk's account.
        CREATE TABLE queue_acts (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            queue TEXT NOT NULL,
            day INTEGER NOT NULL,
            act TEXT NOT NULL,
            ticket INTEGER,
            label TEXT,
            counter TEXT,
            -- 'guest', 'clerk', 'kiosk' or 'program'
            actor TEXT NOT NULL,
            person INTEGER,
            name TEXT,
            detail TEXT
        ) STRICT;
        CREATE INDEX queue_acts_of_queue ON queue_acts (queue, id);
        """
}

extension QueueStore {
    /// `QueueBook` corrects the day of a queue, and so ends everything that waits for a time of that day.
    static let times = [
        StoredTimes("queues", ["began": .ruled]),
        StoredTimes("queue_days", ["began": .told]),
        StoredTimes("queue_spans", ["joined": .told]),
        StoredTimes("queue_blocks", ["reserved": .told]),
        StoredTimes("queue_tickets", ["joined": .told, "called": .told, "ended": .told, "not_before": .ruled]),
        StoredTimes("queue_acts", ["at": .told]),
        StoredTimes("queue_words", ["made": .ruled, "next_attempt": .ruled]),
    ]
}
