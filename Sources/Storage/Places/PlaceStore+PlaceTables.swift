extension PlaceStore {
    /// The table of the tenth migration.
    static let placeTables = """
        CREATE TABLE station_positions (
            board TEXT NOT NULL,
            -- Ten-thousandths of a degree, some ten metres: what is found there again is the same station.
            north INTEGER NOT NULL,
            east INTEGER NOT NULL,
            -- As the source writes it.
            suburb TEXT NOT NULL,
            -- To the day.
            seen INTEGER NOT NULL,
            PRIMARY KEY (board, north, east)
        ) STRICT, WITHOUT ROWID;
        """
}
