package import Records

/// A file as named in a playlist for other players.
package struct MediaListing: Hashable, Sendable {
    package let id: MediaFile.ID
    /// The path within its folder.
    package let path: String
    package let title: String
    /// The artist of a song, the author of a book, or the series of an episode.
    package let creator: String?
    package let season: Int?
    package let episode: Int?
    package let lastEpisode: Int?
    package let duration: MediaTime
    package let hasPicture: Bool
    /// The file's size in bytes.
    package let size: Int
    package let added: Timestamp
}

extension MediaStore {
    package enum ListedWorks: Hashable, Sendable {
        /// All works of a kind: a shelf.
        case shelf(MediaWork.Kind)
        /// One work; of an artist, all albums.
        case work(MediaWork.ID)
    }

    /// The files of these works that can be played, in order, without extras.
    package func mediaListing(of works: ListedWorks, limit: Int) async throws -> [MediaListing] {
        let (condition, arguments): (String, Arguments) =
            switch works {
            case .shelf(let kind): ("works.kind = ?", [kind.rawValue])
            case .work(let id): ("(works.id = ? OR works.parent = ?)", [id, id])
            }
        let limitArgument: Arguments = [limit]
        return try await database.read("listing the media library") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT media_parts.media, path, media_parts.title, media_parts.artist, works.kind AS work_kind,
                        works.title AS work_title, creator, media_parts.season, media_parts.episode, last_episode,
                        media_parts.duration, height, media_parts.bytes, media.added
                    FROM media_works AS works JOIN media_parts ON media_parts.work = works.id JOIN media ON media.id = media_parts.media
                    WHERE \(condition) AND here = 1 AND extra = 0 AND media_parts.duration IS NOT NULL
                    ORDER BY sorting, works.id, ordinal, media_parts.title, media_parts.media LIMIT ?
                    """, arguments: arguments + limitArgument
            ).map(Self.listing)
        }
    }

    private static func listing(_ row: Row) -> MediaListing {
        let isSeries = (row["work_kind"] as String) == MediaWork.Kind.series.rawValue
        let artist = (row["artist"] as String?) ?? (row["creator"] as String?)
        return MediaListing(
            id: row["media"], path: row["path"], title: row["title"], creator: isSeries ? row["work_title"] : artist, season: row["season"],
            episode: row["episode"], lastEpisode: row["last_episode"], duration: MediaTime(microseconds: row["duration"]),
            hasPicture: (row["height"] as Int?) != nil, size: row["bytes"], added: Timestamp(milliseconds: row["added"]))
    }
}
