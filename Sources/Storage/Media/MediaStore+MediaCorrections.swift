package import Records

/// Administrators' corrections of names. Stored by file, so they survive scans and moves of the file.
extension MediaStore {
    /// Empty if the file has none.
    static func correction(of file: MediaFile.ID, in database: Connection) throws -> MediaCorrection {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT title, year, series, season, episode, album, artist FROM media_corrections WHERE media = ?"),
            arguments: [file])
        guard let row else { return MediaCorrection() }
        return MediaCorrection(
            title: row["title"], year: row["year"], series: row["series"], season: row["season"], episode: row["episode"],
            album: row["album"], artist: row["artist"])
    }

    package func mediaCorrection(of file: MediaFile.ID) async throws -> MediaCorrection {
        try await database.read("reading a correction") { try Self.correction(of: file, in: $0) }
    }

    /// Adds to the corrections of these files, and renames them accordingly at once. Returns the work that the first one belongs to now;
    /// nil if none of the files is present.
    package func correct(_ files: [MediaFile.ID], _ correction: MediaCorrection, at now: Timestamp) async throws -> MediaWork.ID? {
        try await database.write("correcting names of media files") { database in
            let put = try database.cachedStatement(
                sql: """
                    INSERT INTO media_corrections (media, title, year, series, season, episode, album, artist, made)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (media) DO UPDATE SET title = excluded.title, year = excluded.year, series = excluded.series,
                        season = excluded.season, episode = excluded.episode, album = excluded.album, artist = excluded.artist,
                        made = excluded.made
                    """)
            let read = try database.cachedStatement(sql: "SELECT \(Self.mediaColumns) FROM media WHERE id = ? AND gone IS NULL")
            let shelf = try database.cachedStatement(sql: "SELECT * FROM media_parts WHERE media = ?")
            let rename = try database.cachedStatement(
                sql: """
                    UPDATE media SET kind = ?, title = ?, artist = ?, album = ?, track = ?, series = ?, season = ?, episode = ?, year = ?,
                        words = ?, naming = ? WHERE id = ?
                    """)
            var work: MediaWork.ID?
            for id in files {
                guard let row = try Row.fetchOne(read, arguments: [id]) else { continue }
                let all = try Self.correction(of: id, in: database).merging(correction)
                let texts: Arguments = [id, all.title, all.year, all.series, all.season, all.episode, all.album, all.artist]
                try put.execute(arguments: texts + [now.milliseconds])
                var name = Self.mediaFile(row).name
                if let details = try Row.fetchOne(shelf, arguments: [id]).map(Self.details) { name.details = details }
                name = all.applied(to: name)
                try rename.execute(arguments: Self.columns(of: name) + [id])
                let facts = Self.facts(row, folder: row["folder"], path: row["path"])
                try Self.shelve(name, facts, in: database)
                try Self.forgetLookUps(of: id, in: database)
                let part = try Int64.fetchOne(database, sql: "SELECT work FROM media_parts WHERE media = ?", arguments: [id])
                if let part, let made = WorkName(name, folder: facts.folder, path: facts.path) {
                    // The work stays the same; only the spelling of its title may differ.
                    try database.execute(
                        sql: "UPDATE media_works SET title = ?, year = coalesce(?, year) WHERE id = ?",
                        arguments: [made.title, made.kind == .series ? nil : made.year, part])
                    work = work ?? part
                }
            }
            return work
        }
    }

    /// Makes the next scan name these files by their paths and tags again. Returns whether there was a correction.
    package func removeCorrections(of files: [MediaFile.ID]) async throws -> Bool {
        try await database.write("removing corrections of media files") { database in
            let remove = try database.cachedStatement(sql: "DELETE FROM media_corrections WHERE media = ?")
            let again = try database.cachedStatement(sql: "UPDATE media SET naming = 0 WHERE id = ?")
            var count = 0
            for id in files {
                try remove.execute(arguments: [id])
                guard database.changesCount > 0 else { continue }
                count += 1
                try Self.forgetLookUps(of: id, in: database)
                try again.execute(arguments: [id])
            }
            return count > 0
        }
    }

    /// The files of a work that its corrections are stored for.
    package func mediaFiles(of work: MediaWork.ID) async throws -> [MediaFile.ID] {
        try await database.read("reading the files of a work") { database in
            try Int64.fetchAll(
                database, sql: "SELECT media FROM media_parts WHERE work = ? AND extra = 0 AND here = 1 ORDER BY media", arguments: [work])
        }
    }
}
