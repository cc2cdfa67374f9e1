package import Records

/// The library grouped by works. Pages query only what they show; every query uses an index and reads only short rows.
extension MediaStore {
    package enum WorkOrder: String, CaseIterable, Sendable { case title, added }

    /// The condition that a file of the library, not an extra, is part of this work.
    private static let isThere = "EXISTS (SELECT 1 FROM media_parts WHERE work = works.id AND here = 1 AND extra = 0)"
    private static let hasAlbum =
        "EXISTS (SELECT 1 FROM media_works AS album JOIN media_parts ON work = album.id WHERE album.parent = works.id AND here = 1)"

    private static func isThere(_ kind: MediaWork.Kind) -> String { kind == .artist ? hasAlbum : isThere }

    /// The columns of a `MediaWork`; the first argument is the person's id.
    private static func columns(of kind: MediaWork.Kind) -> String {
        let parts = "FROM media_parts WHERE work = works.id AND here = 1 AND extra = 0"
        let pictured = "duration IS NOT NULL AND (art > 0 OR sleeve = 1)"
        let best = "ORDER BY CASE WHEN art = 2 OR sleeve = 1 THEN 0 ELSE 1 END, ordinal, media LIMIT 1"
        let seen = "EXISTS (SELECT 1 FROM media_watched WHERE person = ? AND media_watched.media = media_parts.media)"
        let (count, cover, only, watched): (String, String, String, String) =
            switch kind {
            case .artist:
                (
                    "(SELECT count(*) FROM media_works AS album WHERE album.parent = works.id)",
                    """
                    (SELECT media FROM media_works AS album JOIN media_parts ON work = album.id
                        WHERE album.parent = works.id AND here = 1 AND \(pictured) \(best))
                    """, "NULL", "(? < 0)"
                )
            case .film:
                (
                    "(SELECT count(*) \(parts))", "(SELECT media \(parts) AND \(pictured) \(best))",
                    """
                    (SELECT media \(parts)
                        ORDER BY CASE WHEN duration IS NULL THEN 1 ELSE 0 END, ordinal, height DESC NULLS LAST, bytes DESC, media LIMIT 1)
                    """,
                    "EXISTS (SELECT 1 \(parts) AND \(seen))"
                )
            case .series, .book:
                (
                    kind == .series
                        ? "(\(episodes(of: "works.id")) SELECT count(DISTINCT place) FROM episodes)" : "(SELECT count(*) \(parts))",
                    "(SELECT media \(parts) AND \(pictured) \(best))", "NULL",
                    "NOT EXISTS (SELECT 1 \(parts) AND NOT \(seen))"
                )
            case .album: ("(SELECT count(*) \(parts))", "(SELECT media \(parts) AND \(pictured) \(best))", "NULL", "(? < 0)")
            }
        let length = only == "NULL" ? "NULL" : "(SELECT duration FROM media_parts WHERE media = \(only))"
        let postered = "SELECT 1 FROM media_parts WHERE media = \(cover) AND (art = 2 OR sleeve = 1)"
        let found = "FROM media_look_ups WHERE work = works.id AND found IS NOT NULL"
        return """
            (SELECT source \(found)) AS found_source, (SELECT found \(found)) AS found_id, (SELECT plot \(found)) AS found_plot,
                (SELECT picture \(found)) AS found_picture, \(watched) AS watched, works.id, works.kind, works.title, creator, parent,
                works.year, \(count) AS files, \(cover) AS cover, EXISTS (\(postered)) AS postered, \(only) AS lone,
                \(length) AS length, works.plot, poster_folder, poster_path
            """
    }

    private static func work(_ row: Row) -> MediaWork? {
        MediaWork.Kind(rawValue: row["kind"]).map { kind in
            let poster = (row["poster_folder"] as String?).flatMap { folder in
                (row["poster_path"] as String?).map { MediaWork.Poster(folder: folder, path: $0) }
            }
            let source = (row["found_source"] as String?).flatMap(MediaFinding.Source.init(rawValue:))
            let found = source.flatMap { source in
                (row["found_id"] as String?).map { MediaFinding(source, id: $0, plot: row["found_plot"], picture: row["found_picture"]) }
            }
            return MediaWork(
                id: row["id"], kind: kind, title: row["title"], creator: row["creator"], parent: row["parent"], year: row["year"],
                count: row["files"], cover: row["cover"], hasOwnPoster: row["postered"] || poster != nil, only: row["lone"],
                duration: (row["length"] as Int64?).map(MediaTime.init(microseconds:)), isWatched: row["watched"],
                plot: row["plot"], poster: poster, found: found)
        }
    }

    /// The shelves that aren't empty.
    package func mediaShelves() async throws -> Set<MediaWork.Kind> {
        try await database.read("reading the shelves of the media library") { database in
            try Set(
                MediaWork.Kind.allCases.filter { kind in
                    try Bool.fetchOne(
                        database,
                        sql: "SELECT EXISTS (SELECT 1 FROM media_works AS works WHERE kind = ? AND \(Self.isThere(kind)))",
                        arguments: [kind.rawValue]) ?? false
                })
        }
    }

    /// One page of a shelf: works whose titles and artists have all the words of `search`, ignoring case and accents.
    package func mediaWorks(
        _ kind: MediaWork.Kind, searching search: String = "", by order: WorkOrder = .title, offset: Int = 0, limit: Int,
        for person: Person.ID
    ) async throws -> [MediaWork] {
        let words = MediaWords.wanted(search)
        if words.isEmpty, search.contains(where: { !$0.isWhitespace }) { return [] }
        let conditions = ["kind = ?", Self.isThere(kind)] + words.map { _ in "words LIKE ?" }
        return try await database.read("reading the media library") { database in
            let patterns: [(any Argument)?] = words.map { "%\($0)%" }
            let whose: [(any Argument)?] = [person, kind.rawValue]
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.columns(of: kind)) FROM media_works AS works WHERE \(conditions.joined(separator: " AND "))
                    ORDER BY \(order == .added ? "added DESC, id DESC" : "sorting, id") LIMIT ? OFFSET ?
                    """,
                arguments: Arguments(whose + patterns + [limit, offset])
            ).compactMap(Self.work)
        }
    }

    /// The letters of a shelf in order, each with its number of works.
    package func mediaLetters(_ kind: MediaWork.Kind) async throws -> [(letter: String, count: Int)] {
        try await database.read("reading the letters of the media library") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT letter, count(*) AS amount FROM media_works AS works WHERE kind = ? AND \(Self.isThere(kind))
                    GROUP BY letter ORDER BY min(sorting)
                    """, arguments: [kind.rawValue]
            ).map { (letter: $0["letter"] as String, count: $0["amount"] as Int) }
        }
    }

    /// The latest additions to any shelf; a series or an album appears once.
    package func recentMediaWorks(limit: Int, for person: Person.ID) async throws -> [MediaWork] {
        try await database.read("reading what came into the media library") { database in
            let recent = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, kind FROM media_works AS works WHERE kind <> 'artist' AND \(Self.isThere)
                    ORDER BY added DESC, id DESC LIMIT ?
                    """, arguments: [limit])
            return try recent.compactMap { try Self.work($0["id"], kind: MediaWork.Kind(rawValue: $0["kind"]), for: person, in: database) }
        }
    }

    package func mediaWork(_ id: MediaWork.ID, for person: Person.ID) async throws -> MediaWork? {
        try await database.read("reading a work of the media library") { try Self.work(id, for: person, in: $0) }
    }

    static func work(_ id: MediaWork.ID, kind: MediaWork.Kind? = nil, for person: Person.ID, in database: Connection) throws -> MediaWork? {
        let known = try kind?.rawValue ?? String.fetchOne(database, sql: "SELECT kind FROM media_works WHERE id = ?", arguments: [id])
        guard let kind = known.flatMap(MediaWork.Kind.init(rawValue:)) else { return nil }
        return try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT \(columns(of: kind)) FROM media_works AS works WHERE id = ? AND \(isThere(kind))"), arguments: [person, id]
        ).flatMap(work)
    }

    /// An artist's albums, oldest first, those without a year last.
    package func mediaAlbums(of artist: MediaWork.ID, limit: Int, for person: Person.ID) async throws -> [MediaWork] {
        try await database.read("reading the albums of an artist") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.columns(of: .album)) FROM media_works AS works WHERE parent = ? AND \(Self.isThere)
                    ORDER BY CASE WHEN year IS NULL THEN 1 ELSE 0 END, year, sorting, id LIMIT ?
                    """, arguments: [person, artist, limit]
            ).compactMap(Self.work)
        }
    }
}
