import Foundation
package import Records

/// The files of the media library that are present: lists, searches, and single files.
extension MediaStore {
    package enum MediaOrder: String, CaseIterable, Sendable { case title, added }

    /// One page of the files that are present: those whose names have all the words of `search`, anywhere, ignoring case and accents; of
    /// one kind if given.
    package func mediaFiles(
        searching search: String = "", kind: MediaFile.Kind? = nil, by order: MediaOrder = .title, offset: Int = 0, limit: Int
    ) async throws -> [MediaFile] {
        try await database.read("reading the media library") { database in
            guard let found = Self.search(search, database.dialect) else { return [] }
            var conditions = found.conditions + ["gone IS NULL"]
            var arguments = found.arguments
            if let kind {
                conditions.append("kind = ?")
                arguments.append(kind.rawValue)
            }
            let sorting = order == .added ? "added DESC, id DESC" : "words, id"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.mediaColumns), NULL AS cuts FROM media WHERE \(conditions.joined(separator: " AND "))
                    ORDER BY \(sorting) LIMIT ? OFFSET ?
                    """, arguments: Arguments(arguments + [limit, offset])
            ).map(Self.mediaFile)
        }
    }

    /// The conditions of a search on `media`, first in a query, and their arguments. Empty for an empty search; nil if it has no words and
    /// so finds nothing.
    static func search(_ search: String, _ dialect: Dialect) -> (conditions: [String], arguments: [(any Argument)?])? {
        let words = MediaWords.wanted(search)
        if words.isEmpty, search.contains(where: { !$0.isWhitespace }) { return nil }
        var conditions: [String] = []
        var arguments: [(any Argument)?] = []
        let hasIndex = dialect == .sqlite
        if hasIndex, let match = WordIndex.match(partsOf: words) {
            conditions.append(WordIndex.media.condition)
            arguments.append(match)
        }
        for word in words where !hasIndex || word.unicodeScalars.count < WordIndex.leastPart {
            conditions.append("words LIKE ?")
            arguments.append("%\(word)%")
        }
        return (conditions, arguments)
    }

    /// A file that is present, with its cuts and the details of its name.
    package func mediaFile(_ id: MediaFile.ID) async throws -> MediaFile? {
        try await database.read("reading a media file") { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT \(Self.mediaColumns), cuts FROM media WHERE id = ? AND gone IS NULL", arguments: [id])
            guard var file = row.map(Self.mediaFile) else { return nil }
            let part = try Row.fetchOne(database, sql: "SELECT * FROM media_parts WHERE media = ?", arguments: [id])
            if let part { file.name.details = Self.details(part) }
            return file
        }
    }

    static func mediaFile(_ row: Row) -> MediaFile {
        MediaFile(
            id: row["id"],
            place: .init(
                folder: row["folder"], path: row["path"], size: row["bytes"], modified: Timestamp(milliseconds: row["modified"])),
            name: .init(
                kind: MediaFile.Kind(rawValue: row["kind"]) ?? .film, title: row["title"], artist: row["artist"], album: row["album"],
                track: row["track"], series: row["series"], season: row["season"], episode: row["episode"], year: row["year"]),
            contents: contents(row), added: Timestamp(milliseconds: row["added"]), coverArt: row["sleeve"])
    }

    private static func contents(_ row: Row) -> MediaFile.Contents {
        if let failure = row["failure"] as String? { return .unplayable(MediaFault(message: failure)) }
        guard let text = row["tracks"] as String?, let tracks = try? JSONDecoder().decode(MediaTracks.self, from: Data(text.utf8)) else {
            return .unplayable(.awaited)
        }
        if let text = row["cuts"] as String?, let cuts = try? JSONDecoder().decode(MediaCuts.self, from: Data(text.utf8)) {
            return .playable(tracks, cuts)
        }
        // Lists need only the end.
        return .playable(tracks, MediaCuts(soundEnd: (row["duration"] as Int64?).map(MediaTime.init(microseconds:))))
    }
}
