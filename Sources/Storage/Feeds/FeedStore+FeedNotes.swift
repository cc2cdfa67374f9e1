package import Records

extension FeedStore {
    static let feedNoteTable = """
        -- What the last whole reading of a feed's document said beside its records.
        CREATE TABLE feed_notes (
            feed INTEGER PRIMARY KEY REFERENCES feeds(id) ON DELETE CASCADE,
            -- JSON.
            notes TEXT NOT NULL,
            noted INTEGER NOT NULL
        ) STRICT;
        """

    /// Replaces the feed's notes. `notes` is JSON, at most `noteLimit` bytes: longer ones aren't stored.
    package func keepNotes(_ notes: String, of feed: Feed, at now: Timestamp) async throws {
        guard notes.utf8.count <= Self.noteLimit else { return }
        try await database.write("noting what a reading left out", locking: .feed(feed.id)) { database in
            try database.execute(
                sql: """
                    INSERT INTO feed_notes (feed, notes, noted) SELECT id, ?, ? FROM feeds WHERE id = ?
                    ON CONFLICT (feed) DO UPDATE SET notes = excluded.notes, noted = excluded.noted
                    """, arguments: [notes, now.milliseconds, feed.id])
        }
    }

    /// The JSON as stored; nil if there is none.
    package func notes(of feed: Feed) async throws -> String? {
        try await database.read("reading what a reading left out") { database in
            try String.fetchOne(database, sql: "SELECT notes FROM feed_notes WHERE feed = ?", arguments: [feed.id])
        }
    }

    private static let noteLimit = 64 << 10
}
