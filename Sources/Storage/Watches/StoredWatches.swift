package import Records

/// The watches of one feed, and of the feeds shown together with it, as seen in a transaction: for code that holds them in memory and needs
/// to know what has changed.
///
/// The database itself logs every change of a watch (`watch_log`), in all processes, so checking for changes costs one lookup of a number.
/// Use it only in the closure that receives it.
package struct StoredWatches {
    /// A condition on watches: they aren't muted, and their person isn't disabled.
    static let areTold = "muted = 0 AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = watches.person AND disabled <> 0)"

    let database: Connection
    let feed: Feed.ID

    package enum Alteration {
        /// All cached watches are invalid; all current ones follow.
        case anew
        /// Added or changed; not muted.
        case stands(Watch)
        /// Removed or muted, or written by another version of the program and unreadable here.
        case isNone(Watch.ID, unreadable: Bool)
    }

    /// The state of the watches at one time.
    package struct Version: Hashable, Sendable {
        let number: Int64
        /// The feed that holds the watches that this feed shares with others.
        let lead: Feed.ID?
    }

    /// Whether there are more, muted ones included.
    package func areMore(than limit: Int) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM (
                    SELECT 1 FROM watches WHERE feed IN (?1, (SELECT lead FROM feed_leads WHERE feed_leads.feed = ?1)) LIMIT ?2) AS found
                """)
        return try Int.fetchOne(statement, arguments: [feed, limit == .max ? limit : limit + 1]) ?? 0 > limit
    }

    /// Passes on the changes since a version, nil for none known; returns the current version.
    package func alterations(since known: Version?, _ take: (Alteration) throws -> Void) throws -> Version {
        let statement = try database.cachedStatement(
            sql: """
                SELECT coalesce((SELECT max(version) FROM watch_log), 0), coalesce((SELECT min(version) FROM watch_log), 0),
                    (SELECT lead FROM feed_leads WHERE feed = ?)
                """)
        guard let state = try Row.fetchOne(statement, arguments: [feed]) else { return known ?? Version(number: 0, lead: nil) }
        let (newest, oldest) = (Version(number: state[0], lead: state[2]), state[1] as Int64)
        // Old entries of the log are removed.
        guard let known, known.lead == newest.lead, known.number >= oldest - 1 else {
            try take(.anew)
            // Prepared once per connection: every feed comes here with its first change.
            let everyone = try database.cachedStatement(sql: "\(Watch.select) WHERE feed IN (?, ?) AND \(Self.areTold) ORDER BY id")
            let all = try Row.fetchCursor(everyone, arguments: [feed, newest.lead])
            while let row = try all.next() { try take(Self.alteration(row, id: row["id"])) }
            return newest
        }
        guard newest != known else { return newest }
        let altered = try database.cachedStatement(
            sql: """
                SELECT altered, watches.*, \(Watch.zone)
                FROM (SELECT DISTINCT watch AS altered FROM watch_log WHERE feed IN (?1, ?3) AND version > ?2) AS news
                    LEFT JOIN watches ON watches.id = altered AND watches.feed IN (?1, ?3) AND \(Self.areTold) ORDER BY altered
                """)
        let some = try Row.fetchCursor(altered, arguments: [feed, known.number, newest.lead])
        while let row = try some.next() { try take(Self.alteration(row, id: row["altered"])) }
        return newest
    }

    /// The same changes with the time since the previous stored change of each record.
    package func rested(_ changes: [StoredChange]) throws -> [StoredChange] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT own.id, (SELECT seen FROM changes AS former
                    WHERE former.feed = own.feed AND former.key = own.key AND former.id < own.id
                    ORDER BY former.id DESC LIMIT 1) FROM \(database.dialect.list.rows(of: "changes AS own", by: "own.id"))
                """)
        let rows = try Row.fetchAll(statement, arguments: [ValueList.argument(changes.map(\.id))])
        let last = Dictionary(rows.map { ($0[0] as StoredChange.ID, $0[1] as Int64?) }) { first, _ in first }
        return changes.map { change in
            var change = change
            change.rested = (last[change.id] ?? nil).map { max(.zero, change.seen - Timestamp(milliseconds: $0)) }
            return change
        }
    }

    private static func alteration(_ row: Row, id: Watch.ID) -> Alteration {
        guard let _: Int64 = row["id"] else { return .isNone(id, unreadable: false) }
        return (try? Watch(row)).map { .stands($0) } ?? .isNone(id, unreadable: true)
    }
}
