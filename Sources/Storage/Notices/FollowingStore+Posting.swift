import Foundation
import Records

// How changes and health become lines of the outbox: for each watch one in the person's own list, at once, and one for each channel that the
// watch names, when the watch wants it.
extension FollowingStore {
    /// A change that a person was told of by the same channel is left out, be it from another of the feeds that are shown together, and so
    /// is a notice of nothing else; a watch that was removed or
    /// muted meanwhile is told nothing. A notice that still waits for its time takes more changes in: of the same watch, or, in a digest, of
    /// every watch with a digest at that time.
    static func post(_ changes: [StoredChange], of feed: Feed, _ telling: Telling, at now: Timestamp, in database: Connection) throws {
        let drafts = try telling.drafts(changes, StoredWatches(database: database, feed: feed.id))
        let twins = try FeedStore.twins(of: Set(drafts.flatMap(\.changes)), at: now, in: database)
        let posting = try Posting(database, now, twins: twins)
        func send(_ changes: [StoredChange.ID], of watch: Watch) throws {
            for channel in try posting.channels(of: watch) {
                let due = telling.due(watch, try posting.lastTold(watch, by: channel))
                try posting.send(changes, of: watch, by: channel, due: due)
            }
        }
        // What a digest would tell later is left out of it if another watch tells it now.
        var later: [(changes: [StoredChange.ID], watch: Watch)] = []
        for draft in drafts {
            let row = try Row.fetchOne(
                database.cachedStatement(sql: "\(Watch.select) WHERE id = ? AND \(StoredWatches.areTold)"), arguments: [draft.watch])
            // One that cannot be read has not been matched by its condition either.
            guard let watch = row.flatMap({ try? Watch($0) }) else { continue }
            try posting.list(draft.changes, of: watch)
            if watch.settings.digest == .atOnce { try send(draft.changes, of: watch) } else { later.append((draft.changes, watch)) }
        }
        for (changes, watch) in later { try send(changes, of: watch) }
    }

    /// Lets a feed's health take what happened, and posts what is to be said to everyone whose watch stands on the feed: once to each channel,
    /// when the first of their watches would be told. Of feeds that are shown together, which have one source, that is the first.
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
        let posting = try Posting(database, now)
        var dues: [Recipient: Timestamp] = [:]
        _ = try StoredWatches(database: database, feed: feed.id).alterations(since: nil) { alteration in
            guard case .stands(var watch) = alteration, watch.feed == feed.id else { return }
            watch.settings.digest = .atOnce
            dues[Recipient(person: watch.person, channel: nil)] = now
            for channel in try posting.channels(of: watch) {
                let (due, recipient) = (telling?.due(watch, nil) ?? now, Recipient(person: watch.person, channel: channel))
                dues[recipient] = min(dues[recipient] ?? due, due)
            }
        }
        for sentence in said {
            for (recipient, due) in dues.sorted(by: { $0.key < $1.key }) { try posting.tell(sentence, of: feed, to: recipient, due: due) }
        }
    }
}

private struct Recipient: Hashable, Comparable {
    let person: Int64
    /// nil for the person's own list.
    let channel: Channel.ID?

    static func < (left: Recipient, right: Recipient) -> Bool {
        (left.person, left.channel ?? 0) < (right.person, right.channel ?? 0)
    }
}

/// The statements of one posting, prepared once.
struct Posting {
    private let now: Timestamp
    private let database: Connection
    private let notice: Statement
    private let change: Statement
    private let nothing: Statement
    private let twins: [StoredChange.ID: [StoredChange.ID]]

    /// `twins`: the changes that have said the same as a change.
    init(_ database: Connection, _ now: Timestamp, twins: [StoredChange.ID: [StoredChange.ID]] = [:]) throws {
        self.now = now
        self.twins = twins
        self.database = database
        notice = try database.cachedStatement(
            sql: """
                INSERT INTO notices (
                    identifier, person, channel, kind, feed, watch, health, alert, news, reminder, programme, created, due, next_attempt,
                    state, ended)
                VALUES (
                    :identifier, :person, :channel, (SELECT kind FROM channels WHERE id = :channel), :feed, :watch, :health, :alert, :news,
                    :reminder, :programme, :now, :due, :due, CASE WHEN :channel IS NULL THEN 'sent' ELSE 'waiting' END, CASE WHEN :channel IS NULL THEN :now END)
                RETURNING id
                """)
        change = try database.cachedStatement(
            sql: """
                INSERT INTO notice_changes (change, person, channel, notice, watch) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (change, person, channel) DO NOTHING
                """)
        nothing = try database.cachedStatement(sql: "DELETE FROM notices WHERE id = ?")
    }

    /// The person's channels that a watch names, by name or kind.
    func channels(of watch: Watch) throws -> [Channel.ID] { try channels(of: watch.person, named: watch.settings.channels) }

    /// The person's channels that a price alert names.
    private func channels(of alert: PriceAlert) throws -> [Channel.ID] { try channels(of: alert.person, named: alert.settings.channels) }

    /// All that the person has.
    private func channels(of reminder: Reminder) throws -> [Channel.ID] {
        try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM channels WHERE person = ? AND gone = 0 ORDER BY id"), arguments: [reminder.person]
        )
    }

    private func channels(of person: Person.ID, named names: [String]) throws -> [Channel.ID] {
        guard !names.isEmpty else { return [] }
        return try Row.fetchAll(
            database.cachedStatement(sql: "SELECT id, name, kind FROM channels WHERE person = ? AND gone = 0 ORDER BY id"),
            arguments: [person]
        ).compactMap { names.contains($0["name"]) || names.contains($0["kind"]) ? $0["id"] : nil }
    }

    /// When the last notice of a watch by a channel was to be sent.
    func lastTold(_ watch: Watch, by channel: Channel.ID) throws -> Timestamp? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT due FROM notices WHERE watch = ? AND channel = ? ORDER BY id DESC LIMIT 1"),
            arguments: [watch.id, channel]
        ).map(Timestamp.init(milliseconds:))
    }

    /// Into the person's own list.
    func list(_ changes: [StoredChange.ID], of watch: Watch) throws {
        let id = try add(watch.person, nil, feed: watch.feed, watch: watch.id, due: now)
        if try !put(changes, of: watch, by: nil, into: id) { try nothing.execute(arguments: [id]) }
    }

    func send(_ changes: [StoredChange.ID], of watch: Watch, by channel: Channel.ID, due: Timestamp) throws {
        let isDigest = watch.settings.digest != .atOnce
        if due > now, let waiting = try waiting(watch, channel, isDigest, due) {
            _ = try put(changes, of: watch, by: channel, into: waiting)
            return
        }
        let id = try add(watch.person, channel, feed: isDigest ? nil : watch.feed, watch: isDigest ? nil : watch.id, due: due)
        if try !put(changes, of: watch, by: channel, into: id) { try nothing.execute(arguments: [id]) }
    }

    fileprivate func tell(_ health: String, of feed: Feed, to recipient: Recipient, due: Timestamp) throws {
        _ = try add(recipient.person, recipient.channel, feed: feed.id, health: health, due: due)
    }

    /// What a price alert has found: into the person's own list, and by each channel that it names; by none where `due` is nil.
    func tell(_ news: String, of alert: PriceAlert, due: Timestamp?) throws {
        _ = try add(alert.person, nil, feed: nil, alert: alert.id, news: news, due: now)
        guard let due else { return }
        for channel in try channels(of: alert) { _ = try add(alert.person, channel, feed: nil, alert: alert.id, news: news, due: due) }
    }

    /// What a reminder says: into the person's own list, and by all of their channels, now: a programme doesn't wait for the end of quiet hours.
    func tell(_ programme: String, of reminder: Reminder) throws {
        for channel in try [nil] + channels(of: reminder) {
            _ = try add(reminder.person, channel, feed: nil, reminder: reminder.id, programme: programme, due: now)
        }
    }

    /// The notice that these changes may join: never tried, and not for now.
    private func waiting(_ watch: Watch, _ channel: Channel.ID, _ isDigest: Bool, _ due: Timestamp) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT id FROM notices WHERE state = 'waiting' AND attempts = 0 AND health IS NULL AND news IS NULL
                        AND programme IS NULL
                        AND person = ?1 AND channel = ?2 AND due > ?3
                        AND CASE WHEN ?4 THEN watch IS NULL AND feed IS NULL AND due = ?5 ELSE watch = ?6 END
                    """), arguments: [watch.person, channel, now.milliseconds, isDigest, due.milliseconds, watch.id])
    }

    private func add(
        _ person: Int64, _ channel: Channel.ID?, feed: Feed.ID?, watch: Watch.ID? = nil, health: String? = nil,
        alert: PriceAlert.ID? = nil, news: String? = nil, reminder: Reminder.ID? = nil, programme: String? = nil, due: Timestamp
    ) throws -> StoredNotice.ID {
        try Statement.inserted(
            notice,
            [
                "identifier": UUID(), "person": person, "channel": channel, "feed": feed, "watch": watch, "health": health, "alert": alert,
                "news": news, "reminder": reminder, "programme": programme,
                "now": now.milliseconds, "due": due.milliseconds,
            ])
    }

    /// Whether one of them is news to the person by that channel.
    private func put(_ changes: [StoredChange.ID], of watch: Watch, by channel: Channel.ID?, into notice: Int64) throws -> Bool {
        var isNews = false
        for told in changes where try !isTold(twins[told] ?? [], to: watch.person, by: channel) {
            try change.execute(arguments: [told, watch.person, channel ?? 0, notice, watch.id])
            isNews = isNews || database.changesCount > 0
        }
        return isNews
    }

    /// Whether a person was told of one of these by that channel.
    private func isTold(_ changes: [StoredChange.ID], to person: Int64, by channel: Channel.ID?) throws -> Bool {
        guard !changes.isEmpty else { return false }
        let told = try database.cachedStatement(sql: "SELECT 1 FROM notice_changes WHERE change = ? AND person = ? AND channel = ?")
        return try changes.contains { try Bool.fetchOne(told, arguments: [$0, person, channel ?? 0]) != nil }
    }
}
