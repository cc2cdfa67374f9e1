extension FollowingStore {
    /// The twelfth migration.
    static let alertTables = """
        CREATE TABLE price_alerts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            board TEXT NOT NULL,
            -- JSON: fuel, where, when, by which channels.
            settings TEXT NOT NULL,
            -- JSON: what was told; null while nothing was looked at.
            state TEXT,
            muted INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            -- Since when it tells what it tells.
            since INTEGER NOT NULL,
            -- Another with every alteration, also of the state.
            version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX alerts_of_person ON price_alerts (person, id);

        -- Null but for prices.
        ALTER TABLE notices ADD COLUMN alert INTEGER REFERENCES price_alerts(id) ON DELETE SET NULL;
        -- What is said of prices, as JSON.
        ALTER TABLE notices ADD COLUMN news TEXT;
        CREATE INDEX notices_of_alert ON notices (alert, channel, id);
        """
}
