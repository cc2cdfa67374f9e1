extension Store {
    /// The steps from one version's tables to the next one's, in order. Boards' tables are created from their fields (`prepare`).
    static let migrations = [
        Migration("1 feeds, fetches, changes, lookups", sql: firstTables, times: FeedStore.times),
        Migration("2 people, watches, notices, health", sql: FollowingStore.watchTables, times: FollowingStore.times),
        Migration("3 channels, the outbox by channel", sql: FollowingStore.channelTables),
        Migration("4 accounts", sql: PersonStore.accountTables, times: PersonStore.times),
        Migration("5 what the answer to a fetch said of itself") { database in
            try database.execute(sql: FollowingStore.fetchValidators)
            // For the history of one record.
            try database.execute(sql: "CREATE INDEX changes_of_key ON changes (feed, key, id)")
        },
        Migration("6 addresses to be confirmed", sql: FollowingStore.confirmationTable),
        Migration("7 watches follow their person", sql: FollowingStore.watchesOfPeople),
        Migration("8 feeds of notices", sql: FollowingStore.noticeFeedTable),
        Migration("9 bindings", sql: FeedStore.bindingColumns),
        Migration("10 places", sql: PlaceStore.placeTables, times: PlaceStore.times),
        Migration("11 geocodes", sql: PlaceStore.geocodeTables),
        Migration("12 price alerts", sql: FollowingStore.alertTables),
        Migration("13 queues", sql: QueueStore.queueTables, times: QueueStore.times),
        Migration("14 queue words", sql: QueueStore.ticketWordTables),
        Migration("15 feeds that are watched together", sql: FeedStore.feedLeads),
        Migration("16 people behind audit lines and invitations, links to log in", sql: PersonStore.peopleBehindLines),
        Migration("audit counts", sql: PersonStore.auditCounts),
        Migration("sealed addresses", sql: sealedAddresses),
        Migration("jobs", sql: JobStore.jobTables, times: JobStore.times),
        Migration("media", sql: MediaStore.mediaTables, times: MediaStore.times),
        Migration("media positions", sql: MediaStore.mediaPositionTable),
        Migration("documents", sql: DocumentStore.documentTables, times: DocumentStore.times),
        Migration("reminders", sql: ReminderStore.reminderTables, times: ReminderStore.times),
        Migration("media search") { try WordIndex.media.create(in: $0) },
        Migration("media playlists", sql: MediaStore.mediaPlaylistTables),
        Migration("document exports", sql: DocumentStore.documentExportTables),
        Migration("feed addresses", sql: PersonStore.feedAddressTables),
        Migration("notes of feeds", sql: FeedStore.feedNoteTable),
        Migration("pronunciations", sql: DocumentStore.pronunciationTable),
        Migration("document bookmarks", sql: DocumentStore.documentBookmarkTable),
        Migration("languages of documents", sql: DocumentStore.documentLanguages),
        Migration("media marks", sql: MediaStore.mediaMarkColumn),
        Migration("media search anywhere in words") { try MediaStore.foldMediaWords($0) },
        Migration("passages of documents", sql: DocumentStore.documentPassages),
        Migration("folders of documents", sql: DocumentStore.documentFolderTable),
        Migration("pictures beside media", sql: MediaStore.mediaCoverArtColumn),
        Migration("mailboxes of documents", sql: DocumentStore.documentMailboxTable),
        Migration("editions of document exports", sql: DocumentStore.documentExportEdition),
        Migration("changes by time", sql: "CREATE INDEX changes_seen ON changes (feed, seen)"),
        Migration("rules of media names", sql: MediaStore.mediaNamingColumn),
        Migration("clerks", sql: PersonStore.clerksOfQueues),
        Migration("zones of people", sql: PersonStore.zonesOfPeople),
        .withoutNulls,
        KeptKey.migration,
        Migration("boards of people", sql: BoardStore.ownBoardTable, times: BoardStore.times),
        Migration("bytes of documents in the database") { try DocumentStore.countTextBytes($0) },
        Migration("shelves of media", sql: MediaStore.mediaShelfTables),
        MediaNamesIndex.migration,
        Migration("feeds by change", sql: FeedStore.feedsByChange),
        Migration("pictures of pages", sqlite: FeedStore.pictureTable, postgres: FeedStore.pictureTableInPostgres),
        Migration(
            "looks into media", sqlite: MediaStore.mediaLooksColumns, postgres: MediaStore.mediaLooksColumnsInPostgres),
        Migration("words of documents") { try DocumentStore.addDocumentWords($0) },
        Migration("look-ups of media", sqlite: MediaStore.mediaLookUpTables, postgres: MediaStore.mediaLookUpTablesInPostgres),
        Migration("watches logged in order") { try FollowingStore.logWatchesInOrder($0) },
        Migration("leases", times: LeaseStore.times) { try LeaseStore.makeTable($0) },
        Migration("nodes") { try LeaseStore.addNodes($0) },
        Migration("work of nodes") { try LeaseStore.addWorkOfNodes($0) },
        Migration("events of queues") { try QueueStore.addEvents($0) },
        Migration("settings of nodes") { try LeaseStore.addSettings($0) },
        Migration("queues of nodes") { try QueueStore.addVersions($0) },
        Migration("adds what nodes report") { try LeaseStore.addReports($0) },
        Migration("adds marks of watches") { try FollowingStore.addWatchMarks($0) },
    ]

    private static let firstTables = """
        CREATE TABLE boards (
            name TEXT PRIMARY KEY,
            -- The fields as they were when the board's table was made, to see when they have changed.
            fields TEXT NOT NULL
        ) STRICT;
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY,
            board TEXT NOT NULL,
            url TEXT NOT NULL,
            etag TEXT,
            last_modified TEXT,
            -- Times are milliseconds since 1970, UTC.
            last_attempt INTEGER,
            last_success INTEGER,
            last_change INTEGER,
            due INTEGER,
            failure TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            records INTEGER NOT NULL DEFAULT 0,
            UNIQUE (board, url)
        ) STRICT;
        CREATE TABLE fetches (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            began INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            -- 'changed', 'same', 'unmodified' (304) or 'failed'
            outcome TEXT NOT NULL,
            detail TEXT,
            bytes INTEGER NOT NULL,
            etag TEXT
        ) STRICT;
        CREATE INDEX fetches_of_feed ON fetches (feed, id);
        CREATE TABLE changes (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
            -- No foreign key: a change outlives the log of fetches.
            fetch INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            -- The field that people are asked for, where the board asks.
            asked TEXT,
            -- JSON objects of the record's fields by name.
            before TEXT,
            after TEXT
        ) STRICT;
        CREATE INDEX changes_of_feed ON changes (feed, id);
        CREATE INDEX changes_asked ON changes (feed, asked, id);
        CREATE TABLE lookups (
            visitor TEXT NOT NULL,
            board TEXT NOT NULL,
            needle TEXT NOT NULL,
            asked INTEGER NOT NULL,
            PRIMARY KEY (visitor, board)
        ) STRICT, WITHOUT ROWID;
        """
}
