import Records

// Turns changes and health messages into notices in the outbox: for each watch one in the person's own list, at once, and one for each of
// the watch's channels, at the time that the watch chooses.
extension FollowingStore {
    /// Leaves out changes that the person already received on the same channel, including from another of the feeds shown together, and
    /// notices with no other change. A watch that was removed or muted meanwhile gets nothing. A notice that isn't due yet takes in more
    /// changes: those of the same watch, or, for a digest, of every watch with a digest at that time.
    ///
    /// If the feed has too many watches for memory, the transaction only notes that the changes are to be posted (`continuePosting`).
    static func post(_ changes: [StoredChange], of feed: Feed, _ telling: Telling, at now: Timestamp, in database: Connection) throws {
        try database.holdNews()
        guard let drafts = try telling.drafts(changes, StoredWatches(database: database, feed: feed.id)) else {
            guard let first = changes.first, let last = changes.last else { return }
            return try OpenPosting.open(.changes(first.id...last.id), of: feed, telling.marking, at: now, in: database)
        }
        try post(drafts, telling, seen: now, at: now, in: database)
    }

    /// The same for matches that were found. `seen`: when the fetch ended.
    static func post(
        _ drafts: [NoticeDraft], _ telling: Telling, seen: Timestamp, at now: Timestamp, in database: Connection
    ) throws {
        guard !drafts.isEmpty else { return }
        let twins = try FeedStore.twins(of: Set(drafts.flatMap(\.changes)), at: seen, in: database)
        for part in try WatchPosting.parts(of: drafts, twins: twins, in: database) {
            var posting = try WatchPosting(part, telling, twins: twins, at: now, in: database)
            try posting.post()
        }
    }

    /// Updates the feed's health with an outcome, and posts the resulting messages to each person with a watch on the feed: once per
    /// channel, at the earliest time of their watches. Feeds that are shown together have one source, and their watches belong to the first
    /// of them. If they are too many for memory, the messages are posted afterwards, as changes are.
    static func check(
        _ feed: Feed, _ checkup: Checkup, _ telling: Telling?, hasChanged: Bool = false, at now: Timestamp, in database: Connection
    ) throws {
        let stored = try String.fetchOne(
            database.cachedStatement(sql: "SELECT state FROM feed_health WHERE feed = ?"), arguments: [feed.id])
        let (state, said) = checkup.take(stored, hasChanged)
        if state != stored {
            try database.cachedStatement(
                sql: "INSERT INTO feed_health (feed, state) VALUES (?, ?) ON CONFLICT (feed) DO UPDATE SET state = excluded.state"
            ).execute(arguments: [feed.id, state])
        }
        guard !said.isEmpty else { return }
        try database.holdNews()
        let watches = StoredWatches(database: database, feed: feed.id)
        if let marking = telling?.marking, try watches.areMore(than: marking.limits.inMemory) {
            for message in said { try OpenPosting.open(.health(message), of: feed, marking, at: now, in: database) }
            return
        }
        var posting = HealthPosting(of: feed.id, telling, at: now, in: database)
        var some: [Watch] = []
        _ = try watches.alterations(since: nil) { alteration in
            guard case .stands(let watch) = alteration else { return }
            some.append(watch)
            guard some.count == Self.watchesAtOnce else { return }
            try posting.add(some)
            some = []
        }
        try posting.add(some)
        for message in said { try posting.post(message) }
    }

    private static let watchesAtOnce = 5000
}
