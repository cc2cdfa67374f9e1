import Foundation
package import Records

/// The media library as of the last scan. A missing file stays known for a while, so it keeps its number when its disk returns, or when it
/// is found at another place.
extension MediaStore {
    /// Limit of files in the library.
    package static let mediaLimit = 50_000
    /// How long a missing file is remembered.
    private static let goneIsKept = Duration.seconds(90 * 86_400)
    /// All but `cuts`, which lists don't need.
    static let mediaColumns = """
        id, folder, path, bytes, modified, kind, title, artist, album, track, series, season, episode, year, duration, tracks, failure, \
        added, sleeve
        """

    /// The number, size and time of a folder's known files, by path.
    package func mediaVersions(of folder: String) async throws -> [ExactPath: MediaVersion] {
        try await database.read("reading the media library") { database in
            var versions: [ExactPath: MediaVersion] = [:]
            let rows = try Row.fetchCursor(
                database, sql: "SELECT id, path, bytes, modified, gone, mark, sleeve, looks, notes FROM media WHERE folder = ?",
                arguments: [folder])
            while let row = try rows.next() {
                versions[ExactPath(row["path"])] = MediaVersion(
                    id: row["id"], size: row["bytes"], modified: Timestamp(milliseconds: row["modified"]),
                    isGone: (row["gone"] as Int64?) != nil, isComplete: (row["looks"] as Int) >= MediaFile.Contents.looks,
                    isMarked: (row["mark"] as String?) != nil,
                    coverArt: row["sleeve"], notes: row["notes"])
            }
            return versions
        }
    }

    /// Stores a file's current state: `note(_:atMost:at:)` for one.
    @discardableResult
    package func note(
        _ place: MediaFile.Place, _ name: MediaFile.Name, _ contents: MediaFile.Contents, mark: MediaMark? = nil,
        atMost limit: Int = MediaStore.mediaLimit, at now: Timestamp
    ) async throws -> MediaFile.ID {
        let found = FoundMedia(place: place, name: name, contents: contents, mark: mark)
        guard let id = try await note([found], atMost: limit, at: now).first else { throw StoredFault("no row was made") }
        return id
    }

    /// Stores files' current states in one transaction, and returns their numbers. A path that the library knows keeps its number. Missing
    /// files make room for present ones, the longest missing first. Throws `StorageError` if the library is full; what fits is stored all
    /// the same.
    @discardableResult
    package func note(_ found: [FoundMedia], atMost limit: Int = MediaStore.mediaLimit, at now: Timestamp) async throws -> [MediaFile.ID] {
        guard !found.isEmpty else { return [] }
        let rows = try found.map { ($0, try ContentColumns($0.contents)) }
        let ids = try await database.write("noting media files") { database in
            var count = try Int.fetchOne(database, sql: "SELECT count(*) FROM media") ?? 0
            var ids: [MediaFile.ID] = []
            for (file, contents) in rows {
                guard let id = try Self.note(file, contents, among: &count, atMost: limit, at: now, in: database) else { break }
                ids.append(id)
            }
            return ids
        }
        guard ids.count == found.count else {
            throw StorageError(.full, doing: "noting a media file", detail: "the library has \(limit) files, and takes no more")
        }
        return ids
    }

    /// The contents of a file as columns of `media`.
    private struct ContentColumns: Sendable {
        var tracks: MediaTracks?
        /// Microseconds.
        var duration: Int64?
        var texts: (tracks: String?, cuts: String?, failure: String?)

        init(_ contents: MediaFile.Contents) throws {
            switch contents {
            case .playable(let tracks, let cuts):
                (self.tracks, duration) = (tracks, cuts.end.microseconds)
                texts = (try MediaStore.json(tracks), try MediaStore.json(cuts), nil)
            case .unplayable(let fault): texts = (nil, nil, fault.message)
            }
        }
    }

    /// Stores one file; nil if there is no room. `count` is the number of rows.
    private static func note(
        _ file: FoundMedia, _ contents: ContentColumns, among count: inout Int, atMost limit: Int, at now: Timestamp,
        in database: Connection
    ) throws -> MediaFile.ID? {
        let place = file.place
        let known = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM media WHERE folder = ? AND path = ?"), arguments: [place.folder, place.path])
        if known == nil {
            if count >= limit {
                try database.execute(
                    sql: "DELETE FROM media WHERE id = (SELECT id FROM media WHERE gone IS NOT NULL ORDER BY gone, id LIMIT 1)")
                guard database.changesCount > 0 else { return nil }
                count -= 1
            }
            count += 1
        }
        let named = try known.map { try correction(of: $0, in: database).applied(to: file.name) } ?? file.name
        let version: Arguments = [place.folder, place.path, place.size, place.modified.milliseconds]
        let found: Arguments = [
            contents.duration, contents.texts.tracks, contents.texts.cuts, contents.texts.failure, file.mark?.text, now.milliseconds,
            file.coverArt, MediaFile.Contents.looks, file.notes,
        ]
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    INSERT INTO media (folder, path, bytes, modified, kind, title, artist, album, track, series, season, episode, year,
                        words, naming, duration, tracks, cuts, failure, mark, added, sleeve, looks, notes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (folder, path) DO UPDATE SET bytes = excluded.bytes, modified = excluded.modified,
                        kind = excluded.kind, title = excluded.title, artist = excluded.artist, album = excluded.album,
                        track = excluded.track, series = excluded.series, season = excluded.season, episode = excluded.episode,
                        year = excluded.year, words = excluded.words, naming = excluded.naming, duration = excluded.duration,
                        tracks = excluded.tracks, cuts = excluded.cuts, failure = excluded.failure, mark = excluded.mark,
                        sleeve = coalesce(excluded.sleeve, media.sleeve), looks = excluded.looks,
                        notes = excluded.notes, gone = NULL
                    RETURNING id, sleeve, added
                    """),
            arguments: version + columns(of: named) + found)
        guard let row else { throw StoredFault("no row was made") }
        let facts = ShelfFacts(
            id: row["id"], folder: place.folder, path: place.path, bytes: place.size, duration: contents.duration, tracks: contents.tracks,
            hasCoverArt: (row["sleeve"] as String?) != nil, added: row["added"])
        try shelve(named, facts, in: database)
        return facts.id
    }

    /// The columns `kind` to `naming`.
    static func columns(of name: MediaFile.Name) -> Arguments {
        [
            name.kind.rawValue, name.title.limited(to: 300), name.artist?.limited(to: 300), name.album?.limited(to: 300), name.track,
            name.series?.limited(to: 300), name.season, name.episode, name.year, MediaWords.all(of: name), MediaFile.Name.rules,
        ]
    }

    /// Records which files are present again and which are missing, and forgets those missing for long.
    package func noteMedia(gone: [MediaFile.ID], back: [MediaFile.ID], at now: Timestamp) async throws {
        try await database.write("noting media files that are gone") { database in
            let leave = try database.cachedStatement(sql: "UPDATE media SET gone = ? WHERE id = ? AND gone IS NULL")
            let shelf = try database.cachedStatement(sql: "UPDATE media_parts SET here = ? WHERE media = ?")
            for id in gone {
                try leave.execute(arguments: [now.milliseconds, id])
                try shelf.execute(arguments: [false, id])
            }
            let come = try database.cachedStatement(sql: "UPDATE media SET gone = NULL WHERE id = ?")
            for id in back {
                try come.execute(arguments: [id])
                try shelf.execute(arguments: [true, id])
            }
            // Files that people have watched or corrected are kept while there is room.
            try database.execute(
                sql: """
                    DELETE FROM media WHERE gone < ? AND id NOT IN (SELECT media FROM media_watched)
                        AND id NOT IN (SELECT media FROM media_corrections)
                    """, arguments: [(now + (.zero - Self.goneIsKept)).milliseconds])
        }
    }

    /// Records which pictures lie beside files: a path, or nil.
    package func noteMedia(coverArt: [MediaFile.ID: String?]) async throws {
        try await database.write("noting pictures beside media files") { database in
            let statement = try database.cachedStatement(sql: "UPDATE media SET sleeve = ? WHERE id = ?")
            let shelf = try database.cachedStatement(sql: "UPDATE media_parts SET sleeve = ? WHERE media = ?")
            for (id, picture) in coverArt {
                try statement.execute(arguments: [picture, id])
                try shelf.execute(arguments: [picture != nil, id])
            }
        }
    }

    /// Records which versions of `.nfo` files names were derived from: a text, or nil.
    package func noteMedia(notes: [MediaFile.ID: String?]) async throws {
        try await database.write("noting what lies beside media files") { database in
            let statement = try database.cachedStatement(sql: "UPDATE media SET notes = ? WHERE id = ?")
            for (id, versions) in notes { try statement.execute(arguments: [versions, id]) }
        }
    }

    /// Marks files outside these folders as missing. Returns whether there were any.
    @discardableResult
    package func noteMedia(outside folders: [String], at now: Timestamp) async throws -> Bool {
        try await database.write("noting media files of other folders") { database in
            let known = try String.fetchAll(database, sql: "SELECT DISTINCT folder FROM media WHERE gone IS NULL")
            let former = known.filter { !folders.contains($0) }
            for folder in former {
                try database.execute(
                    sql: "UPDATE media SET gone = ? WHERE folder = ? AND gone IS NULL", arguments: [now.milliseconds, folder])
                try database.execute(
                    sql: "UPDATE media_parts SET here = 0 WHERE media IN (SELECT id FROM media WHERE folder = ?)", arguments: [folder])
            }
            return !former.isEmpty
        }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
