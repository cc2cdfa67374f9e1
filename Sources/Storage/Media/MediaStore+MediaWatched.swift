package import Records

/// The files that each person has watched: films, episodes and chapters of books. Songs aren't counted.
extension MediaStore {
    private static let isCounted = "(kind <> 'track' OR book = 1)"
    /// How long after its last episode a series stays in "Next up".
    private static let nextLasts = Duration.seconds(180 * 86_400)
    /// Limit of watched episodes that are read for it.
    private static let nextDepth = 5000

    /// Marks a file as watched or unwatched; either way it starts from the beginning next time. Returns whether there is such a file.
    @discardableResult
    package func mark(_ file: MediaFile.ID, watched isWatched: Bool, for person: Person.ID, at now: Timestamp) async throws -> Bool {
        try await database.write("noting what was watched") { database in
            let isKnown = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM media_parts WHERE media = ? AND here = 1)", arguments: [file])
            guard isKnown == true else { return false }
            try Self.mark("media = ?", [file], watched: isWatched, for: person, at: now, in: database)
            return true
        }
    }

    /// Marks a work, or one season of it. Returns whether there is something to mark.
    @discardableResult
    package func markWork(
        _ work: MediaWork.ID, season: SeasonChoice = .all, watched isWatched: Bool, for person: Person.ID, at now: Timestamp
    ) async throws -> Bool {
        try await database.write("noting what was watched") { database in
            let condition = "work = ? AND here = 1 AND extra = 0 AND \(season.condition)"
            let isKnown = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM media_parts WHERE \(condition))", arguments: [work])
            guard isKnown == true else { return false }
            try Self.mark(condition, [work], watched: isWatched, for: person, at: now, in: database)
            return true
        }
    }

    /// `condition` applies to `media_parts`. Files that are already marked keep their time.
    private static func mark(
        _ condition: String, _ arguments: Arguments, watched isWatched: Bool, for person: Person.ID, at now: Timestamp,
        in database: Connection
    ) throws {
        let those = "SELECT media FROM media_parts WHERE \(condition)"
        let whose: Arguments = [person]
        if isWatched {
            let row: Arguments = [person, now.milliseconds]
            try database.execute(
                sql: """
                    INSERT INTO media_watched (person, media, finished)
                    SELECT ?, media, ? FROM media_parts WHERE \(condition) AND \(isCounted)
                    ON CONFLICT (person, media) DO NOTHING
                    """, arguments: row + arguments)
        } else {
            try database.execute(sql: "DELETE FROM media_watched WHERE person = ? AND media IN (\(those))", arguments: whose + arguments)
        }
        try database.execute(sql: "DELETE FROM media_positions WHERE person = ? AND media IN (\(those))", arguments: whose + arguments)
    }

    /// Records that a file was played to its end, or nearly. An episode that is watched again becomes the latest again.
    static func finish(_ file: MediaFile.ID, for person: Person.ID, at now: Timestamp, in database: Connection) throws {
        try database.execute(
            sql: """
                INSERT INTO media_watched (person, media, finished) SELECT ?, media, ? FROM media_parts WHERE media = ? AND \(isCounted)
                ON CONFLICT (person, media) DO UPDATE SET finished = excluded.finished
                """, arguments: [person, now.milliseconds, file])
    }

    /// Removes a file, or all, from "Continue" until it is played again. Positions stay.
    package func hideFromContinue(_ file: MediaFile.ID? = nil, for person: Person.ID, at now: Timestamp) async throws {
        try await database.write("emptying the list of what was begun") { database in
            try database.execute(
                sql: "UPDATE media_positions SET hidden = ? WHERE person = ? AND hidden IS NULL AND (media = ? OR ? = 0)",
                arguments: [now.milliseconds, person, file ?? 0, file ?? 0])
        }
    }

    /// The next episode of each series that a person watches, the series watched last first: the first unwatched one after the episode that
    /// was finished last. If several were marked at once, the last one in order counts. Specials never come next. A series whose next
    /// episode has been begun is in "Continue" instead; a series that was left for half a year returns with a new episode.
    package func nextUp(for person: Person.ID, limit: Int, at now: Timestamp) async throws -> [(work: MediaWork, entry: MediaEntry)] {
        try await database.read("reading what is next") { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT work, last_ordinal, finished FROM media_watched JOIN media_parts ON media_parts.media = media_watched.media
                    WHERE person = ? AND kind = 'episode' AND extra = 0 AND work IS NOT NULL AND \(Self.isSpecial) = 0
                    ORDER BY finished DESC LIMIT ?
                    """, arguments: [person, Self.nextDepth])
            var last: [MediaWork.ID: (ordinal: Int, finished: Int64)] = [:]
            var order: [MediaWork.ID] = []
            while let row = try rows.next() {
                let (work, ordinal, finished): (Int64, Int, Int64) = (row["work"], row["last_ordinal"], row["finished"])
                guard let known = last[work] else {
                    guard order.count < limit * 3 else { break }
                    last[work] = (ordinal, finished)
                    order.append(work)
                    continue
                }
                if known.finished == finished, ordinal > known.ordinal { last[work] = (ordinal, finished) }
            }
            var next: [(work: MediaWork, entry: MediaEntry)] = []
            let start = (now + (.zero - Self.nextLasts)).milliseconds
            for id in order where next.count < limit {
                guard let anchor = last[id], try !Self.isBegun(id, by: person, in: database),
                    let entry = try Self.next(in: id, after: anchor.ordinal, for: person, in: database)
                else { continue }
                if anchor.finished < start {
                    let added = try Int64.fetchOne(database, sql: "SELECT added FROM media WHERE id = ?", arguments: [entry.id]) ?? 0
                    guard added >= start else { continue }
                }
                if let work = try Self.work(id, kind: .series, for: person, in: database) { next.append((work, entry)) }
            }
            return next
        }
    }

    /// The next episode of a series: the one begun last, otherwise as in `nextUp`, otherwise the first unwatched. nil if all are watched.
    package func nextUp(in work: MediaWork.ID, for person: Person.ID) async throws -> MediaEntry? {
        try await database.read("reading what is next") { database in
            let begun = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(Self.entryColumns) FROM media_parts JOIN media_positions AS begun ON begun.media = media_parts.media
                    WHERE work = ? AND here = 1 AND extra = 0 AND begun.person = ? AND \(Self.isUnderWay("begun.position"))
                    ORDER BY begun.noted DESC LIMIT 1
                    """, arguments: [person, person, work, person])
            if let begun { return Self.entry(begun) }
            let anchor = try Int.fetchOne(
                database,
                sql: """
                    SELECT last_ordinal FROM media_parts JOIN media_watched ON media_watched.media = media_parts.media
                    WHERE work = ? AND person = ? AND extra = 0 AND \(Self.isSpecial) = 0 ORDER BY finished DESC, last_ordinal DESC LIMIT 1
                    """, arguments: [work, person])
            if let anchor, let next = try Self.next(in: work, after: anchor, for: person, in: database) { return next }
            return try Self.next(in: work, after: -1, for: person, in: database)
        }
    }

    /// Whether one of its episodes is in "Continue".
    private static func isBegun(_ work: MediaWork.ID, by person: Person.ID, in database: Connection) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM media_parts JOIN media_positions ON media_positions.media = media_parts.media
                        WHERE work = ? AND person = ? AND here = 1 AND hidden IS NULL AND \(isUnderWay("position")))
                    """), arguments: [work, person]) ?? false
    }

    /// The condition that a position is before the last tenth.
    static func isUnderWay(_ position: String) -> String { "(duration IS NULL OR \(position) / 9 < duration / 10)" }

    private static func next(in work: MediaWork.ID, after ordinal: Int, for person: Person.ID, in database: Connection) throws
        -> MediaEntry?
    {
        try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT \(entryColumns) FROM media_parts WHERE work = ? AND here = 1 AND extra = 0 AND duration IS NOT NULL
                        AND \(isSpecial) = 0 AND ordinal > ? AND NOT EXISTS
                        (SELECT 1 FROM media_parts AS same
                            WHERE same.work = media_parts.work AND same.ordinal = media_parts.ordinal AND EXISTS
                            (SELECT 1 FROM media_watched WHERE person = ? AND media_watched.media = same.media))
                    ORDER BY ordinal, height DESC NULLS LAST, media LIMIT 1
                    """), arguments: [person, person, work, ordinal, person]
        ).map(entry)
    }
}
