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

    /// A file's content as a `MediaMark`; NULL if it was examined before marks existed.
    static let mediaMarkColumn = """
        ALTER TABLE media ADD COLUMN mark TEXT;
        CREATE INDEX media_marks ON media (mark);
        """

    /// The path of a picture beside a file.
    static let mediaCoverArtColumn = "ALTER TABLE media ADD COLUMN sleeve TEXT;"

    /// `MediaFile.Contents.looks` when the file was examined.
    static let mediaLooksColumns = """
        ALTER TABLE media ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
        -- The versions of the .nfo files that its name was made from.
        ALTER TABLE media ADD COLUMN notes TEXT;
        -- What a .nfo says it is about, and why one isn't used.
        ALTER TABLE media_parts ADD COLUMN plot TEXT;
        -- imdb=tt0012345 tmdb=7
        ALTER TABLE media_parts ADD COLUMN ids TEXT;
        ALTER TABLE media_parts ADD COLUMN note_fault TEXT;
        ALTER TABLE media_works ADD COLUMN plot TEXT;
        -- The picture in a series' folder.
        ALTER TABLE media_works ADD COLUMN poster_folder TEXT;
        ALTER TABLE media_works ADD COLUMN poster_path TEXT;
        -- Extras find their film by its title.
        CREATE INDEX media_works_by_stem ON media_works (stem);
        -- A shelf by what came last, without sorting all of it.
        CREATE INDEX media_works_by_time ON media_works (kind, added, id);
        -- Whether a work has files, and how many.
        CREATE INDEX media_parts_there ON media_parts (work, here, extra);
        """

    static let mediaLooksColumnsInPostgres = mediaLooksColumns.replacing(" INTEGER", with: " BIGINT")
        .replacing(" TEXT", with: " TEXT COLLATE \"C\"")

    /// `MediaFile.Name.rules` when the file was named.
    static let mediaNamingColumn = "ALTER TABLE media ADD COLUMN naming INTEGER NOT NULL DEFAULT 0;"

    /// The migration: folds the names of files that were stored with accents.
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

    /// The library as shelves. The next scan fills the tables, because the naming rules changed with them.
    static let mediaShelfTables = """
        CREATE TABLE media_works (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- 'film', 'series', 'album', 'book' or 'artist'
            kind TEXT NOT NULL,
            -- What it is, folded: 'film:kelp:2014'.
            key TEXT NOT NULL UNIQUE,
            -- The title, folded.
            stem TEXT NOT NULL,
            title TEXT NOT NULL,
            -- The artist of an album, the author of a book.
            creator TEXT,
            parent INTEGER REFERENCES media_works(id) ON DELETE SET NULL,
            year INTEGER,
            -- Its place on the shelf, and the letter it stands under.
            sorting TEXT NOT NULL,
            letter TEXT NOT NULL,
            words TEXT NOT NULL,
            -- When its newest file came.
            added INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX media_works_sorted ON media_works (kind, sorting, id);
        CREATE INDEX media_works_added ON media_works (added, id);
        CREATE INDEX media_works_of_parent ON media_works (parent);
        -- A row for each row of media, with all that pages of shelves need: those of media are long.
        CREATE TABLE media_parts (
            media INTEGER PRIMARY KEY REFERENCES media(id) ON DELETE CASCADE,
            work INTEGER REFERENCES media_works(id) ON DELETE SET NULL,
            kind TEXT NOT NULL,
            -- Flags are 0 or 1.
            extra INTEGER NOT NULL,
            book INTEGER NOT NULL,
            unsure INTEGER NOT NULL,
            -- The file is there.
            here INTEGER NOT NULL,
            title TEXT NOT NULL,
            artist TEXT,
            season INTEGER,
            episode INTEGER,
            last_episode INTEGER,
            -- 2017-11-27
            aired TEXT,
            disc INTEGER,
            track INTEGER,
            film TEXT,
            version TEXT,
            part INTEGER,
            volume TEXT,
            album_artist TEXT,
            -- The film or series of an extra, as written and folded.
            owner TEXT,
            belongs TEXT,
            -- The place in the work, and that of the last episode in the file.
            ordinal INTEGER NOT NULL,
            last_ordinal INTEGER NOT NULL,
            -- Microseconds; null for what can't be played.
            duration INTEGER,
            height INTEGER,
            bytes INTEGER NOT NULL,
            -- 2: a cover inside; 1: a frame of the video; 0: none.
            art INTEGER NOT NULL,
            -- A picture beside it.
            sleeve INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX media_parts_of_work ON media_parts (work, ordinal, media);
        CREATE INDEX media_parts_of_owner ON media_parts (belongs);
        CREATE TABLE media_watched (
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            media INTEGER NOT NULL REFERENCES media(id) ON DELETE CASCADE,
            finished INTEGER NOT NULL,
            PRIMARY KEY (person, media)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX media_watched_finished ON media_watched (person, finished);
        CREATE INDEX media_watched_of_media ON media_watched (media);
        -- When a person took it out of "Continue"; the position stays.
        ALTER TABLE media_positions ADD COLUMN hidden INTEGER;
        -- What an administrator says about a file's name; null for what stays as it is found.
        CREATE TABLE media_corrections (
            media INTEGER PRIMARY KEY REFERENCES media(id) ON DELETE CASCADE,
            title TEXT,
            year INTEGER,
            series TEXT,
            season INTEGER,
            episode INTEGER,
            album TEXT,
            artist TEXT,
            made INTEGER NOT NULL
        ) STRICT;
        """
}

extension MediaStore {
    static let times = [
        StoredTimes("media", ["modified": .told, "added": .told, "gone": .past]),
        StoredTimes("media_positions", ["noted": .past, "hidden": .told]),
        StoredTimes("media_watched", ["finished": .past]),
        StoredTimes("media_works", ["added": .told]),
        StoredTimes("media_corrections", ["made": .told]),
        StoredTimes("media_look_ups", ["asked": .past, "due": .due(within: longestLookUpRest)]),
        StoredTimes("media_source_rests", ["ends": .ending(within: .seconds(86_400))]),
        StoredTimes("media_playlists", ["changed": .told]),
    ]
}
