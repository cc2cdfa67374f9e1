package import Records

/// A fetch's changes that aren't posted to all watches yet, because the feed has too many for one transaction: a row that is stored with
/// the changes, and removed with the last notices. Each transaction posts to the people that follow, and notes the last of them, so that
/// after a kill the next one continues there.
struct OpenPosting {
    private let id: Int64
    private let feed: Feed.ID
    private let changes: ClosedRange<StoredChange.ID>
    private let seen: Timestamp
    private let newestWatch: Watch.ID
    private let person: Person.ID
    private let madeFor: String

    /// Servers whose board has other fields leave a posting for this long to those that still have its fields. Otherwise they would make
    /// the marks in turn, each for its own fields.
    private static let patience = Duration.seconds(600)

    static func open(_ changes: [StoredChange], of feed: Feed, _ marking: Marking?, at now: Timestamp, in database: Connection) throws {
        guard let first = changes.first, let last = changes.last else { return }
        try database.cachedStatement(
            sql: """
                INSERT INTO postings (feed, first_change, last_change, seen, made_for, newest_watch, person)
                VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM watches), 0)
                """
        ).execute(arguments: [feed.id, first.id, last.id, now.milliseconds, marking?.madeFor ?? ""])
    }

    /// The feed's first; nil if it has none.
    init?(of feed: Feed.ID, in database: Connection) throws {
        let statement = try database.cachedStatement(sql: "SELECT * FROM postings WHERE feed = ? ORDER BY id LIMIT 1")
        guard let row = try Row.fetchOne(statement, arguments: [feed]) else { return nil }
        id = row["id"]
        self.feed = feed
        person = row["person"]
        newestWatch = row["newest_watch"]
        madeFor = row["made_for"]
        seen = Timestamp(milliseconds: row["seen"])
        let first: StoredChange.ID = row["first_change"]
        changes = first...max(first, row["last_change"])
    }

    /// Whether a server with this marking may continue it.
    func isOpen(to marking: Marking, at now: Timestamp) -> Bool { madeFor == marking.madeFor || now - seen >= Self.patience }

    /// Posts to the people that follow. All candidates of a person are decided together.
    func postNext(_ watches: MarkedWatches, _ marking: Marking, _ telling: Telling, at now: Timestamp, in database: Connection) throws {
        let statement = try database.cachedStatement(sql: "SELECT * FROM changes WHERE feed = ? AND id BETWEEN ? AND ? ORDER BY id")
        let told = try Row.fetchAll(statement, arguments: [feed, changes.lowerBound, changes.upperBound])
            .compactMap { FeedStore.change($0, marking.schema) }
        // None if the board's fields are others now.
        guard !told.isEmpty else { return try end(in: database) }
        let (some, last) = try watches.candidates(marking.shown(told.map(\.change)), after: person, newest: newestWatch)
        let drafts = try marking.drafts(told, some, StoredWatches(database: database, feed: feed), seen)
        try FollowingStore.post(drafts, telling, seen: seen, at: now, in: database)
        guard let last else { return try end(in: database) }
        try database.cachedStatement(sql: "UPDATE postings SET person = ? WHERE id = ?").execute(arguments: [last, id])
    }

    private func end(in database: Connection) throws {
        try database.cachedStatement(sql: "DELETE FROM postings WHERE id = ?").execute(arguments: [id])
    }
}

extension FollowingStore {
    /// Feeds with changes that aren't posted to all watches yet.
    package func feedsWithOpenPostings() async throws -> [Feed.ID] {
        try await database.read("looking for open postings") {
            try Int64.fetchAll($0.cachedStatement(sql: "SELECT DISTINCT feed FROM postings ORDER BY feed"))
        }
    }

    /// Continues the feed's first open posting in one short transaction, which marks some watches or posts to some. Returns whether this
    /// caller can continue. Several callers, on any servers, share the work.
    package func continuePosting(of feed: Feed, _ telling: Telling, at now: Timestamp) async throws -> Bool {
        guard let marking = telling.marking else { return false }
        return try await database.write("posting to many watches", locking: .feed(feed.id)) { database in
            try database.holdNews()
            guard let posting = try OpenPosting(of: feed.id, in: database), posting.isOpen(to: marking, at: now) else { return false }
            let watches = try MarkedWatches(of: feed.id, marking, in: database)
            guard try watches.advance() else { return true }
            try posting.postNext(watches, marking, telling, at: now, in: database)
            return try OpenPosting(of: feed.id, in: database) != nil
        }
    }
}
