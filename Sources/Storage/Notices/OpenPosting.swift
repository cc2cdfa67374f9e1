package import Records

/// A fetch's changes, or a message about a feed's health, that aren't posted to all watches yet, because the feed has too many for one
/// transaction: a row that is stored with the fetch, and removed with the last notices. Each transaction posts to the people that follow,
/// and notes the last of them, so that after a kill the next one continues there.
struct OpenPosting {
    enum Content {
        /// The feed's changes between these ids.
        case changes(ClosedRange<StoredChange.ID>)
        case health(String)
    }

    private let id: Int64
    private let feed: Feed.ID
    private let content: Content
    private let seen: Timestamp
    private let newestWatch: Watch.ID
    private let person: Person.ID
    private let madeFor: String

    /// Servers whose board has other fields leave a posting for this long to those that still have its fields. Otherwise they would make
    /// the marks in turn, each for its own fields.
    private static let patience = Duration.seconds(600)

    static func open(_ content: Content, of feed: Feed, _ marking: Marking?, at now: Timestamp, in database: Connection) throws {
        let (changes, message): (ClosedRange<StoredChange.ID>, String?) =
            switch content {
            case .changes(let changes): (changes, nil)
            case .health(let message): (0...0, message)
            }
        try database.cachedStatement(
            sql: """
                INSERT INTO postings (feed, first_change, last_change, health, seen, made_for, newest_watch, person)
                VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM watches), 0)
                """
        ).execute(
            arguments: [feed.id, changes.lowerBound, changes.upperBound, message, now.milliseconds, marking?.madeFor ?? ""])
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
        let (first, last) = (row["first_change"] as StoredChange.ID, row["last_change"] as StoredChange.ID)
        content = (row["health"] as String?).map { .health($0) } ?? .changes(first...max(first, last))
    }

    /// Whether a server with this marking may continue it.
    func isOpen(to marking: Marking, at now: Timestamp) -> Bool { madeFor == marking.madeFor || now - seen >= Self.patience }

    /// Posts to the people that follow. All candidates of a person are decided together. Changes are posted once the marks are up to date.
    func postNext(_ watches: MarkedWatches, _ marking: Marking, _ telling: Telling, at now: Timestamp, in database: Connection) throws {
        let reached: Person.ID?
        switch content {
        case .changes(let ids):
            guard try watches.advance() else { return }
            let changes = try self.changes(ids, marking.schema, in: database)
            // None if the board's fields are others now.
            guard !changes.isEmpty else { return try end(in: database) }
            let (some, last) = try watches.candidates(marking.shown(changes.map(\.change)), after: person, newest: newestWatch)
            let drafts = try marking.drafts(changes, some, StoredWatches(database: database, feed: feed), seen)
            try FollowingStore.post(drafts, telling, seen: seen, at: now, in: database)
            reached = last
        case .health(let message):
            let (some, last) = try watches.candidates(nil, after: person, newest: newestWatch)
            var posting = HealthPosting(of: feed, telling, at: now, in: database)
            try posting.add(some)
            try posting.post(message)
            reached = last
        }
        guard let reached else { return try end(in: database) }
        try database.cachedStatement(sql: "UPDATE postings SET person = ? WHERE id = ?").execute(arguments: [reached, id])
    }

    private func changes(
        _ ids: ClosedRange<StoredChange.ID>, _ schema: Schema, in database: Connection
    ) throws -> [StoredChange] {
        let statement = try database.cachedStatement(sql: "SELECT * FROM changes WHERE feed = ? AND id BETWEEN ? AND ? ORDER BY id")
        return try Row.fetchAll(statement, arguments: [feed, ids.lowerBound, ids.upperBound]).compactMap { FeedStore.change($0, schema) }
    }

    private func end(in database: Connection) throws {
        try database.cachedStatement(sql: "DELETE FROM postings WHERE id = ?").execute(arguments: [id])
    }
}

extension FollowingStore {
    /// Feeds with changes, or messages about their health, that aren't posted to all watches yet.
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
            try posting.postNext(watches, marking, telling, at: now, in: database)
            return try OpenPosting(of: feed.id, in: database) != nil
        }
    }
}
