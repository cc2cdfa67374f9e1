extension PlaceStore {
    /// The tables of the eleventh migration.
    static let geocodeTables = """
        CREATE TABLE geocodes (
            -- What was asked, folded: address, countries, what is preferred.
            key TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            -- 'found', 'unknown', 'refused' (the answer cannot be), 'unreadable', 'failed'
            outcome TEXT NOT NULL,
            -- Degrees; null but for what was found.
            latitude REAL,
            longitude REAL,
            -- What the service calls it.
            label TEXT,
            -- Why there is no position.
            detail TEXT,
            service TEXT NOT NULL,
            attribution TEXT,
            asked INTEGER NOT NULL,
            -- When it may be asked anew; null: never.
            expires INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX geocodes_by_expiry ON geocodes (expires) WHERE expires IS NOT NULL;
        -- One row: what the whole installation has asked of geocoders.
        CREATE TABLE geocode_traffic (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            service TEXT,
            -- Of the last request; one that has not ended is under way, or its process has.
            began INTEGER,
            ended INTEGER,
            paused_until INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            trouble TEXT
        ) STRICT;
        INSERT INTO geocode_traffic (id) VALUES (1);
        """
}

extension PlaceStore {
    /// `GeocodeBudget` limits the length of a pause.
    static let times = [
        StoredTimes("station_positions", ["seen": .past]),
        StoredTimes("geocodes", ["asked": .ruled, "expires": .ruled]),
        StoredTimes("geocode_traffic", ["began": .past, "ended": .past, "paused_until": .ruled]),
    ]
}
