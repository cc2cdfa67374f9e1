extension FollowingStore {
    static let noticeFeedTable = """
        CREATE TABLE notice_feeds (
            person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        """
}
