import Records

/// The media library.
extension MediaStore {
    static let mediaTables = """
        CREATE TABLE media (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            folder TEXT NOT NULL,
            path TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            -- 'film', 'episode' or 'track'
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            artist TEXT,
            album TEXT,
            track INTEGER,
            series TEXT,
            season INTEGER,
            episode INTEGER,
            year INTEGER,
            -- All that it is called, folded (`MediaWords`), the title first: to search in, and the order of titles.
            words TEXT NOT NULL,
            -- Microseconds; null for what can't be played.
            duration INTEGER,
            -- JSON of what is in it, and of where it can be cut.
            tracks TEXT,
            cuts TEXT,
            -- Why it can't be played.
            failure TEXT,
            added INTEGER NOT NULL,
            -- Since when the file isn't there; null while it is.
            gone INTEGER,
            UNIQUE (folder, path)
        ) STRICT;
        CREATE INDEX media_added ON media (added, id);
        CREATE INDEX media_words ON media (words, id);
        """

    /// What a file holds, as a `MediaMark`; null if it was looked into before there were marks.
    static let mediaMarkColumn = """
        ALTER TABLE media ADD COLUMN mark TEXT;
        CREATE INDEX media_marks ON media (mark);
        """

    /// The path of a picture that lies beside a file.
    static let mediaSleeveColumn = "ALTER TABLE media ADD COLUMN sleeve TEXT;"

    /// `MediaFile.Name.rules` when the file was named.
    static let mediaNamingColumn = "ALTER TABLE media ADD COLUMN naming INTEGER NOT NULL DEFAULT 0;"

    /// Names of files that were noted with their accents, and were found by the beginnings of their words.
    static func foldMediaWords(_ database: Connection) throws {
        try WordIndex.media.drop(in: database)
        let update = try database.cachedStatement(sql: "UPDATE media SET words = ? WHERE id = ?")
        for row in try Row.fetchAll(database, sql: "SELECT id, kind, title, artist, album, series FROM media") {
            let name = MediaFile.Name(
                kind: MediaFile.Kind(rawValue: row["kind"]) ?? .film, title: row["title"], artist: row["artist"], album: row["album"],
                series: row["series"])
            try update.execute(arguments: [MediaWords.all(of: name), row["id"] as Int64])
        }
        try WordIndex.media.create(in: database)
    }

    static let mediaPositionTable = """
        CREATE TABLE media_positions (
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            media INTEGER NOT NULL REFERENCES media(id) ON DELETE CASCADE,
            -- Microseconds.
            position INTEGER NOT NULL,
            noted INTEGER NOT NULL,
            PRIMARY KEY (person, media)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX media_positions_noted ON media_positions (person, noted);
        """

    static let mediaPlaylistTables = """
        CREATE TABLE media_playlists (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX media_playlists_of_person ON media_playlists (person, name, id);
        CREATE TABLE media_playlist_items (
            playlist INTEGER NOT NULL REFERENCES media_playlists(id) ON DELETE CASCADE,
            media INTEGER NOT NULL REFERENCES media(id) ON DELETE CASCADE,
            -- From 0.
            place INTEGER NOT NULL,
            PRIMARY KEY (playlist, media)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX media_playlist_items_in_order ON media_playlist_items (playlist, place);
        CREATE INDEX media_playlist_items_of_media ON media_playlist_items (media);
        """
}
