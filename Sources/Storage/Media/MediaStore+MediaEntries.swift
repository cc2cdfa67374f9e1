package import Records

/// The files of works in their order: films, episodes, songs, chapters of books, and extras.
extension MediaStore {
    /// The columns of a `MediaEntry`; the first two arguments are the person's id.
    static let entryColumns = """
        EXISTS (SELECT 1 FROM media_watched WHERE person = ? AND media_watched.media = media_parts.media) AS watched,
        (SELECT position FROM media_positions WHERE person = ? AND media_positions.media = media_parts.media) AS position,
        media_parts.media, work, kind, extra, title, artist, season, episode, last_episode, aired, disc, track, version, part, duration,
        height, bytes, art, sleeve, unsure
        """

    static func entry(_ row: Row) -> MediaEntry {
        let duration = (row["duration"] as Int64?).map(MediaTime.init(microseconds:))
        let hasArt = duration != nil && ((row["art"] as Int) > 0 || row["sleeve"] as Bool)
        return MediaEntry(
            id: row["media"], work: row["work"], kind: MediaFile.Kind(rawValue: row["kind"]) ?? .film, isExtra: row["extra"],
            title: row["title"], artist: row["artist"], season: row["season"], episode: row["episode"], lastEpisode: row["last_episode"],
            aired: (row["aired"] as String?).flatMap { CalendarDate(iso: $0) }, disc: row["disc"], track: row["track"],
            version: row["version"], part: row["part"], duration: duration, height: row["height"], size: row["bytes"], hasArt: hasArt,
            isUnsure: row["unsure"], isWatched: row["watched"],
            position: (row["position"] as Int64?).map(MediaTime.init(microseconds:)))
    }

    /// The season of a `MediaStore` query: one by its number, or the episodes without a season.
    package enum SeasonChoice: Hashable, Sendable {
        case all
        case number(Int)
        case unnumbered

        var condition: String {
            switch self {
            case .all: "1 = 1"
            case .number(let number): "season = \(number)"
            case .unnumbered: "season IS NULL"
            }
        }
    }

    /// The files of a work in order, or its extras.
    package func mediaEntries(
        of work: MediaWork.ID, season: SeasonChoice = .all, areExtras: Bool = false, offset: Int = 0, limit: Int, for person: Person.ID
    ) async throws -> [MediaEntry] {
        try await database.read("reading the files of a work") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.entryColumns) FROM media_parts WHERE work = ? AND here = 1 AND extra = ? AND \(season.condition)
                    ORDER BY ordinal, title, height DESC NULLS LAST, media LIMIT ? OFFSET ?
                    """, arguments: [person, person, work, areExtras, limit, offset]
            ).map(Self.entry)
        }
    }

    /// One page of the episodes, songs and extras whose names have all the words of `search`: what `mediaWorks` doesn't find as works.
    package func mediaEntries(searching search: String, offset: Int, limit: Int, for person: Person.ID) async throws -> [MediaEntry] {
        try await database.read("searching the media library") { database in
            guard let (conditions, arguments) = Self.search(search, database.dialect), !conditions.isEmpty else { return [] }
            let found = try Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM media WHERE \(conditions.joined(separator: " AND ")) AND gone IS NULL
                        AND (kind <> 'film' OR id IN (SELECT media FROM media_parts WHERE extra = 1))
                    ORDER BY words, id LIMIT ? OFFSET ?
                    """, arguments: Arguments(arguments + [limit, offset]))
            let list = database.dialect.list
            let rows = list.rows(of: "media_parts", by: "media_parts.media")
            return try Row.fetchAll(
                database, sql: "SELECT \(Self.entryColumns) FROM \(rows)\(list.order)",
                arguments: [person, person, ValueList.argument(found)]
            ).map(Self.entry)
        }
    }

    /// The files that a person has begun, latest first, as in `mediaPositions`.
    package func begunMedia(by person: Person.ID, limit: Int) async throws -> [MediaEntry] {
        try await database.read("reading what was begun") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.entryColumns) FROM media_parts JOIN media_positions AS begun ON begun.media = media_parts.media
                    WHERE begun.person = ? AND here = 1 AND begun.hidden IS NULL AND \(Self.isUnderWay("begun.position"))
                    ORDER BY begun.noted DESC LIMIT ?
                    """, arguments: [person, person, person, limit]
            ).map(Self.entry)
        }
    }

    package func mediaEntry(_ file: MediaFile.ID, for person: Person.ID) async throws -> MediaEntry? {
        try await database.read("reading a file of a work") { database in
            try Row.fetchOne(
                database, sql: "SELECT \(Self.entryColumns) FROM media_parts WHERE media = ? AND here = 1",
                arguments: [person, person, file]
            ).map(Self.entry)
        }
    }

    /// The playing order around a file of a work, including itself: up to `before` files before and `after` after it. One file per place.
    package func mediaEntries(around file: MediaEntry, before: Int, after: Int, for person: Person.ID) async throws -> [MediaEntry] {
        guard let work = file.work else { return [] }
        return try await database.read("reading what plays next") { database in
            guard let place = try Int.fetchOne(database, sql: "SELECT ordinal FROM media_parts WHERE media = ?", arguments: [file.id])
            else {
                return []
            }
            // Specials and seasons are played separately.
            let others = "work = ? AND here = 1 AND extra = 0 AND duration IS NOT NULL AND \(Self.isSpecial) = ?"
            func found(_ comparison: String, _ order: String, _ limit: Int) throws -> [MediaEntry] {
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT \(Self.entryColumns) FROM media_parts
                        WHERE \(others) AND (ordinal \(comparison) ? OR ordinal = ? AND media \(comparison) ?)
                        ORDER BY ordinal \(order), media \(order) LIMIT ?
                        """, arguments: [person, person, work, file.season == 0 ? 1 : 0, place, place, file.id, limit]
                ).map(Self.entry)
            }
            let isEpisode = file.kind == .episode
            let former: [MediaEntry] = try found("<", "DESC", before).reversed()
            let all = try former + [file] + found(">", "ASC", after)
            return all.filter { !isEpisode || $0.id == file.id || !Self.isSame($0, file) }
        }
    }

    static let isSpecial = "CASE WHEN season = 0 THEN 1 ELSE 0 END"

    private static func isSame(_ one: MediaEntry, _ other: MediaEntry) -> Bool {
        one.season == other.season && one.episode == other.episode && one.aired == other.aired
    }

    /// The seasons of a series in order, specials last.
    package func mediaSeasons(of work: MediaWork.ID, for person: Person.ID) async throws -> [MediaSeason] {
        try await database.read("reading the seasons of a series") { database in
            try Row.fetchAll(
                database,
                sql: """
                    \(Self.episodes(of: "?")) SELECT season, count(DISTINCT place) AS amount, count(DISTINCT CASE WHEN EXISTS
                        (SELECT 1 FROM media_watched WHERE person = ? AND media_watched.media = episodes.media) THEN place END) AS seen
                    FROM episodes GROUP BY season ORDER BY CASE WHEN season = 0 THEN 1 ELSE 0 END, season NULLS FIRST
                    """, arguments: [work, person]
            ).map { row in
                let (count, seen): (Int, Int) = (row["amount"], row["seen"])
                return MediaSeason(number: row["season"], count: count, left: count - seen)
            }
        }
    }

    /// The table `episodes` of a work, with a row for each episode in each of its files: a file may have several episodes, and an episode
    /// several files. A file without a number is one episode.
    static func episodes(of work: String) -> String {
        """
        WITH RECURSIVE episodes (media, season, place, last) AS (
            SELECT media, season, CASE WHEN episode IS NULL AND aired IS NULL THEN -media ELSE ordinal END, last_ordinal
            FROM media_parts WHERE work = \(work) AND here = 1 AND extra = 0
            UNION ALL SELECT media, season, place + 1, last FROM episodes WHERE place >= 0 AND place < last)
        """
    }
}
