extension QueueStore {
    /// The fourteenth migration.
    static let ticketWordTables = """
        -- Browsers that are told of a ticket. Neither they nor what is told them leaves with an export.
        CREATE TABLE queue_listeners (
            id INTEGER PRIMARY KEY,
            ticket INTEGER NOT NULL REFERENCES queue_tickets(id) ON DELETE CASCADE,
            queue TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            -- JSON: a subscription.
            address TEXT NOT NULL,
            language TEXT NOT NULL,
            page TEXT NOT NULL,
            -- Told once when so many are ahead, or fewer.
            ahead INTEGER NOT NULL,
            -- 1: that was told, or was so already when they asked.
            was_near INTEGER NOT NULL,
            UNIQUE (ticket, endpoint)
        ) STRICT;
        CREATE INDEX queue_listeners_of_queue ON queue_listeners (queue);
        -- What they are told: an outbox, filled in the transaction of the call.
        CREATE TABLE queue_words (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL,
            listener INTEGER NOT NULL REFERENCES queue_listeners(id) ON DELETE CASCADE,
            -- 'near', 'turn' or 'again'
            kind TEXT NOT NULL,
            ahead INTEGER,
            counter TEXT,
            made INTEGER NOT NULL,
            -- 'waiting', 'sending', 'sent', 'failed', or 'late': it was no longer true
            state TEXT NOT NULL DEFAULT 'waiting',
            attempts INTEGER NOT NULL DEFAULT 0,
            next_attempt INTEGER NOT NULL,
            failure TEXT
        ) STRICT;
        CREATE INDEX queue_words_waiting ON queue_words (next_attempt) WHERE state = 'waiting';
        CREATE INDEX queue_words_of_listener ON queue_words (listener, id);
        """
}
