extension FeedStore {
    /// Screenshots of fetched pages in a browser. Each is deleted with its fetch.
    static let pictureTable = """
        CREATE TABLE feed_pictures (
            "fetch" INTEGER PRIMARY KEY REFERENCES fetches(id) ON DELETE CASCADE,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            -- WebP.
            picture BLOB NOT NULL
        ) STRICT;
        CREATE INDEX feed_pictures_of_feed ON feed_pictures (feed, "fetch");
        """

    static let pictureTableInPostgres = """
        CREATE TABLE feed_pictures (
            "fetch" BIGINT PRIMARY KEY REFERENCES fetches (id) ON DELETE CASCADE,
            feed BIGINT NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
            picture BYTEA NOT NULL
        );
        CREATE INDEX feed_pictures_of_feed ON feed_pictures (feed, "fetch");
        """
}
