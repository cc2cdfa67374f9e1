import Foundation
import Records

/// Puts files on shelves when they are stored, moved or named: one row of `media_parts` each, and the work it belongs to.
extension MediaStore {
    /// The columns of a `media` row that shelves show.
    struct ShelfFacts {
        let id: MediaFile.ID
        let folder: String
        let path: String
        let bytes: Int
        let duration: Int64?
        let tracks: MediaTracks?
        let hasCoverArt: Bool
        let added: Int64
    }

    private static let plotLimit = 4000

    private static func ids(_ details: MediaFile.Details) -> String? {
        let ids = details.ids.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    static func shelve(_ name: MediaFile.Name, _ facts: ShelfFacts, in database: Connection) throws {
        let work = try WorkName(name, folder: facts.folder, path: facts.path).map { try Self.work($0, added: facts.added, in: database) }
        let details = name.details
        let tracks = facts.duration == nil ? nil : facts.tracks
        let art = tracks.map { $0.cover != nil ? 2 : $0.picture != nil ? 1 : 0 } ?? 0
        let belonging: Arguments = [
            facts.id, work, name.kind.rawValue, details.isExtra, details.isBook, details.isUnsure, name.title.limited(to: 300),
            name.artist?.limited(to: 300), name.season, name.episode, details.lastEpisode, details.aired?.description, details.disc,
            name.track,
        ]
        let described: Arguments = [
            details.film?.limited(to: 300), details.version?.limited(to: 300), details.part, details.volume?.limited(to: 300),
            details.albumArtist?.limited(to: 300), details.owner?.limited(to: 300),
            details.owner.map { MediaWords.stem($0).limited(to: 600) },
            name.order.first, name.order.last, facts.duration, tracks?.picture?.shownSize.height, facts.bytes, art, facts.hasCoverArt,
        ]
        let noted: Arguments = [details.plot?.limited(to: plotLimit), ids(details), details.noteFault?.rawValue]
        try database.cachedStatement(
            sql: """
                INSERT INTO media_parts (media, work, kind, extra, book, unsure, here, title, artist, season, episode, last_episode, aired,
                    disc, track, film, version, part, volume, album_artist, owner, belongs, ordinal, last_ordinal, duration, height, bytes,
                    art, sleeve, plot, ids, note_fault)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (media) DO UPDATE SET work = coalesce(excluded.work, CASE WHEN excluded.extra = 1 THEN media_parts.work END),
                    kind = excluded.kind, extra = excluded.extra, book = excluded.book, unsure = excluded.unsure, here = 1,
                    title = excluded.title, artist = excluded.artist, season = excluded.season, episode = excluded.episode,
                    last_episode = excluded.last_episode, aired = excluded.aired, disc = excluded.disc, track = excluded.track,
                    film = excluded.film, version = excluded.version, part = excluded.part, volume = excluded.volume,
                    album_artist = excluded.album_artist, owner = excluded.owner, belongs = excluded.belongs, ordinal = excluded.ordinal,
                    last_ordinal = excluded.last_ordinal, duration = excluded.duration, height = excluded.height, bytes = excluded.bytes,
                    art = excluded.art, sleeve = excluded.sleeve, plot = excluded.plot,
                    ids = excluded.ids, note_fault = excluded.note_fault
                """
        ).execute(arguments: belonging + described + noted)
        if let plot = details.seriesPlot, let work {
            try database.cachedStatement(sql: "UPDATE media_works SET plot = ? WHERE id = ? AND coalesce(plot, '') <> ?")
                .execute(arguments: [plot.limited(to: plotLimit), work, plot.limited(to: plotLimit)])
        }
        if let poster = details.seriesPoster, let work {
            let update = try database.cachedStatement(
                sql: """
                    UPDATE media_works SET poster_folder = ?, poster_path = ?
                    WHERE id = ? AND (coalesce(poster_path, '') <> ? OR poster_folder <> ?)
                    """)
            try update.execute(arguments: [facts.folder, poster, work, poster, facts.folder])
        }
    }

    /// The entry of a work, created if missing.
    static func work(_ name: WorkName, added: Int64, in database: Connection) throws -> MediaWork.ID {
        let find = try database.cachedStatement(sql: "SELECT id, year, added FROM media_works WHERE key = ?")
        if let row = try Row.fetchOne(find, arguments: [name.key]) {
            let id: Int64 = row["id"]
            if (row["added"] as Int64) < added || (row["year"] as Int?) == nil && name.year != nil {
                try database.cachedStatement(
                    sql: "UPDATE media_works SET added = ?, year = coalesce(year, ?) WHERE id = ?"
                ).execute(arguments: [max(added, row["added"]), name.year, id])
            }
            return id
        }
        let parent = name.kind == .album ? try name.creator.map { try work(WorkName(artist: $0), added: added, in: database) } : nil
        let title: Arguments = [name.kind.rawValue, name.key, name.stem, name.title, name.creator, parent, name.year]
        return try Statement.inserted(
            database.cachedStatement(
                sql: """
                    INSERT INTO media_works (kind, key, stem, title, creator, parent, year, sorting, letter, words, added)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
                    """), title + [name.sorting, name.letter, name.words, added])
    }

    /// Derives what depends on all files: the artists of albums without one, the films and series of extras, and which works have no files
    /// left. Called after a scan.
    package func settleMediaWorks() async throws {
        try await database.write("arranging the media library") { database in
            try Self.findArtists(in: database)
            try database.execute(
                sql: """
                    UPDATE media_parts SET work =
                        (SELECT id FROM media_works WHERE kind IN ('film', 'series') AND stem = media_parts.belongs
                            ORDER BY kind, id LIMIT 1)
                    WHERE extra = 1 AND here = 1
                    """)
            try database.execute(
                sql: "DELETE FROM media_works WHERE kind <> 'artist' AND NOT EXISTS (SELECT 1 FROM media_parts WHERE work = media_works.id)"
            )
            try database.execute(
                sql: """
                    DELETE FROM media_works WHERE kind = 'artist'
                        AND NOT EXISTS (SELECT 1 FROM media_works AS album WHERE album.parent = media_works.id)
                    """)
        }
    }

    /// If all songs have the same artist, like `Ann` and `Ann feat. Bob`, it becomes the album's. Otherwise the album has none.
    private static func findArtists(in database: Connection) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT DISTINCT media_works.id, creator, added, artist FROM media_works JOIN media_parts ON work = media_works.id
                WHERE media_works.kind = 'album' AND key LIKE '\(WorkName.mixed)%' AND here = 1 ORDER BY media_works.id, artist
                """)
        var artists: [MediaWork.ID: (former: String?, added: Int64, found: [String])] = [:]
        while let row = try rows.next() {
            let artist = (row["artist"] as String?).map(Self.leadingArtist) ?? ""
            artists[row["id"], default: (row["creator"], row["added"], [])].found.append(artist)
        }
        let update = try database.cachedStatement(sql: "UPDATE media_works SET creator = ?, parent = ?, words = ? WHERE id = ?")
        let title = try database.cachedStatement(sql: "SELECT title FROM media_works WHERE id = ?")
        for (id, album) in artists {
            let isOne = Set(album.found.map(MediaWords.stem)).count == 1
            let creator = isOne ? album.found.first.flatMap { $0.isEmpty ? nil : $0 } : nil
            guard creator != album.former else { continue }
            let parent = try creator.map { try work(WorkName(artist: $0), added: album.added, in: database) }
            let shown = try String.fetchOne(title, arguments: [id]) ?? ""
            try update.execute(
                arguments: [creator, parent, MediaWords.folded([shown, creator].compactMap { $0 }.joined(separator: " ")), id])
        }
    }

    private static func leadingArtist(_ artist: String) -> String {
        let ends = [" feat. ", " feat ", " ft. ", " ft "].compactMap { artist.range(of: $0, options: .caseInsensitive)?.lowerBound }
        return ends.min().map { String(artist[..<$0]) } ?? artist
    }

    /// Parses the stored details of a file's name.
    static func details(_ row: Row) -> MediaFile.Details {
        var details = MediaFile.Details()
        details.film = row["film"]
        details.version = row["version"]
        details.part = row["part"]
        details.volume = row["volume"]
        details.isExtra = row["extra"]
        details.owner = row["owner"]
        details.isBook = row["book"]
        details.isUnsure = row["unsure"]
        details.lastEpisode = row["last_episode"]
        details.aired = (row["aired"] as String?).flatMap { CalendarDate(iso: $0) }
        details.albumArtist = row["album_artist"]
        details.disc = row["disc"]
        details.plot = row["plot"]
        details.ids = ids(in: row["ids"])
        details.noteFault = (row["note_fault"] as String?).flatMap(MediaFile.NoteFault.init(rawValue:))
        return details
    }
}
