extension PostgresTables {
    /// Positions of stations and addresses.
    static let placeTables = """
        CREATE TABLE station_positions (
            board TEXT NOT NULL,
            north BIGINT NOT NULL,
            east BIGINT NOT NULL,
            suburb TEXT NOT NULL,
            seen BIGINT NOT NULL,
            PRIMARY KEY (board, north, east)
        );
        CREATE TABLE geocodes (
            key TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            outcome TEXT NOT NULL,
            latitude DOUBLE PRECISION,
            longitude DOUBLE PRECISION,
            label TEXT,
            detail TEXT,
            service TEXT NOT NULL,
            attribution TEXT,
            asked BIGINT NOT NULL,
            expires BIGINT
        );
        CREATE INDEX geocodes_by_expiry ON geocodes (expires) WHERE expires IS NOT NULL;
        CREATE TABLE geocode_traffic (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            service TEXT,
            began BIGINT,
            ended BIGINT,
            paused_until BIGINT,
            failures BIGINT NOT NULL DEFAULT 0,
            trouble TEXT
        );
        INSERT INTO geocode_traffic (id) VALUES (1);
        """
}
