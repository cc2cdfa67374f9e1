import Foundation
package import Records

/// A library entry whose file has moved or changed.
package struct LostMedia: Hashable, Sendable {
    package let id: MediaFile.ID
    package let folder: String
    package let path: String
    package let size: Int
    /// nil if the file was examined before marks existed.
    package let mark: MediaMark?
    /// A person has begun or watched it, has it in a playlist, or has corrected its name.
    package let isUsed: Bool

    package init(id: MediaFile.ID, folder: String, path: String, size: Int, mark: MediaMark?, isUsed: Bool) {
        (self.id, self.folder, self.path, self.size, self.mark, self.isUsed) = (id, folder, path, size, mark, isUsed)
    }
}

/// A known file that has moved.
package struct MediaMove: Hashable, Sendable {
    package let id: MediaFile.ID
    package let folder: String
    package let path: String

    package init(id: MediaFile.ID, folder: String, path: String) { (self.id, self.folder, self.path) = (id, folder, path) }
}

/// Detects files that were moved or renamed.
extension MediaStore {
    private static let isUsed =
        "("
        + ["positions", "playlist_items", "watched", "corrections"].map { "media.id IN (SELECT media FROM media_\($0))" }
        .joined(separator: " OR ") + ")"

    /// Missing files, and those of `changed`.
    package func lostMedia(and changed: [MediaFile.ID] = []) async throws -> [LostMedia] {
        try await database.read("reading which media files have gone") { database in
            let columns = "id, folder, path, bytes, mark, \(Self.isUsed) AS used"
            var lost = try Row.fetchAll(database, sql: "SELECT \(columns) FROM media WHERE gone IS NOT NULL").map(Self.lostMedia)
            let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM media WHERE id = ? AND gone IS NULL")
            for id in changed { lost += try Row.fetchAll(statement, arguments: [id]).map(Self.lostMedia) }
            return lost
        }
    }

    /// Unused files that are present, have the same content as a missing file, and were added later: while a file is moved to another disk,
    /// it is at both places for a while.
    package func spareMedia() async throws -> [LostMedia] {
        try await database.read("reading copies of media files that have gone") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, folder, path, bytes, mark, \(Self.isUsed) AS used FROM media
                    WHERE gone IS NULL AND NOT \(Self.isUsed) AND EXISTS
                        (SELECT 1 FROM media AS former WHERE former.mark = media.mark AND former.gone IS NOT NULL AND former.id < media.id)
                    """
            ).map(Self.lostMedia)
        }
    }

    /// Stores marks of known files.
    package func noteMedia(marks: [MediaFile.ID: MediaMark]) async throws {
        try await database.write("noting what media files hold") { database in
            let statement = try database.cachedStatement(sql: "UPDATE media SET mark = ? WHERE id = ?")
            for (id, mark) in marks { try statement.execute(arguments: [mark.text, id]) }
        }
    }

    /// Moves known files to new places, with the names that `naming` returns for the place and the file's contents. A spare copy at the new
    /// place is removed; any other known file there becomes missing.
    package func move(
        _ moves: [MediaMove], naming: @Sendable @escaping (MediaMove, MediaTracks?) -> MediaFile.Name, at now: Timestamp
    ) async throws {
        try await database.write("noting that media files were moved") { database in
            let drop = try database.cachedStatement(
                sql: """
                    DELETE FROM media WHERE folder = ? AND path = ? AND gone IS NULL AND NOT \(Self.isUsed)
                        AND EXISTS (SELECT 1 FROM media AS former WHERE former.id = ? AND former.mark = media.mark AND former.id < media.id)
                    """)
            // No real file has such a path, and no two entries get the same.
            let free = try database.cachedStatement(
                sql: "UPDATE media SET path = path || '//' || id, gone = coalesce(gone, ?) WHERE folder = ? AND path = ?")
            let leave = try database.cachedStatement(
                sql: "UPDATE media_parts SET here = 0 WHERE media IN (SELECT id FROM media WHERE folder = ? AND path = ?)")
            for move in moves {
                try drop.execute(arguments: [move.folder, move.path, move.id])
                try leave.execute(arguments: [move.folder, move.path])
                try free.execute(arguments: [now.milliseconds, move.folder, move.path])
            }
            let read = try database.cachedStatement(sql: "SELECT id, bytes, duration, tracks, sleeve, added FROM media WHERE id = ?")
            let put = try database.cachedStatement(
                sql: """
                    UPDATE media SET folder = ?, path = ?, kind = ?, title = ?, artist = ?, album = ?, track = ?, series = ?, season = ?,
                        episode = ?, year = ?, words = ?, naming = ?, gone = NULL WHERE id = ?
                    """)
            for move in moves {
                guard let row = try Row.fetchOne(read, arguments: [move.id]) else { continue }
                let facts = Self.facts(row, folder: move.folder, path: move.path)
                let name = try Self.correction(of: move.id, in: database).applied(to: naming(move, facts.tracks))
                let place: Arguments = [move.folder, move.path]
                try put.execute(arguments: place + Self.columns(of: name) + [move.id])
                try Self.shelve(name, facts, in: database)
            }
        }
    }

    /// Renames a folder's files: those in `directories`, where other files appeared or disappeared, and those named by earlier rules.
    /// `naming` receives a path below the folder and the file's contents; `named` are the paths that have just been named. Works in small
    /// batches, so that other writes don't wait.
    package func nameMedia(
        of folder: String, in directories: Set<String>, except named: Set<String> = [],
        naming: @Sendable @escaping (String, MediaTracks?) -> MediaFile.Name
    ) async throws {
        let stale: [MediaFile.ID] = try await database.read("reading the names of media files") { database in
            let rows = try Row.fetchCursor(
                database, sql: "SELECT id, path, naming FROM media WHERE folder = ? AND gone IS NULL ORDER BY id", arguments: [folder])
            var stale: [MediaFile.ID] = []
            while let row = try rows.next() {
                let path: String = row["path"]
                if named.contains(path) { continue }
                let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
                if (row["naming"] as Int) < MediaFile.Name.rules || directories.contains(directory) { stale.append(row["id"]) }
            }
            return stale
        }
        for start in stride(from: 0, to: stale.count, by: Self.namedAtOnce) {
            let batch = stale[start..<min(start + Self.namedAtOnce, stale.count)]
            try await database.write("naming media files") { database in
                let read = try database.cachedStatement(sql: "SELECT \(Self.mediaColumns), naming FROM media WHERE id = ? AND gone IS NULL")
                let shelf = try database.cachedStatement(sql: "SELECT * FROM media_parts WHERE media = ?")
                let put = try database.cachedStatement(
                    sql: """
                        UPDATE media SET kind = ?, title = ?, artist = ?, album = ?, track = ?, series = ?, season = ?, episode = ?,
                            year = ?, words = ?, naming = ? WHERE id = ?
                        """)
                for id in batch {
                    guard let row = try Row.fetchOne(read, arguments: [id]) else { continue }
                    let facts = Self.facts(row, folder: folder, path: row["path"])
                    let name = try Self.correction(of: id, in: database).applied(to: naming(facts.path, facts.tracks))
                    var former = Self.mediaFile(row).name
                    if let details = try Row.fetchOne(shelf, arguments: [id]).map(Self.details) { former.details = details }
                    guard (row["naming"] as Int) < MediaFile.Name.rules || former != name else { continue }
                    try put.execute(arguments: Self.columns(of: name) + [id])
                    try Self.shelve(name, facts, in: database)
                }
            }
        }
    }

    private static let namedAtOnce = 500

    static func facts(_ row: Row, folder: String, path: String) -> ShelfFacts {
        ShelfFacts(
            id: row["id"], folder: folder, path: path, bytes: row["bytes"], duration: row["duration"],
            tracks: (row["tracks"] as String?).flatMap(tracks), hasCoverArt: (row["sleeve"] as String?) != nil, added: row["added"])
    }

    private static func tracks(_ text: String) -> MediaTracks? { try? JSONDecoder().decode(MediaTracks.self, from: Data(text.utf8)) }

    private static func lostMedia(_ row: Row) -> LostMedia {
        LostMedia(
            id: row["id"], folder: row["folder"], path: row["path"], size: row["bytes"],
            mark: (row["mark"] as String?).map(MediaMark.init(text:)), isUsed: row["used"])
    }
}
