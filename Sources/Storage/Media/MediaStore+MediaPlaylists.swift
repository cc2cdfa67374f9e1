package import Records

/// Playlists. Each belongs to one person; for other people, calls find nothing.
extension MediaStore {
    /// A person's playlists, ordered by name.
    package func mediaPlaylists(of person: Person.ID) async throws -> [MediaPlaylist] {
        try await database.read("reading playlists") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, name, (SELECT count(*) FROM media_playlist_items JOIN media ON media.id = media_playlist_items.media
                        WHERE playlist = media_playlists.id AND gone IS NULL) AS items
                    FROM media_playlists WHERE person = ? ORDER BY name, id
                    """, arguments: [person]
            ).map { MediaPlaylist(id: $0["id"], name: $0["name"], count: $0["items"]) }
        }
    }

    /// A playlist and its files that are present, in its order; nil if there is no such playlist or it is another person's.
    package func mediaPlaylist(_ id: MediaPlaylist.ID, of person: Person.ID) async throws -> (playlist: MediaPlaylist, files: [MediaFile])?
    {
        try await database.read("reading a playlist") { database in
            guard
                let name = try String.fetchOne(
                    database, sql: "SELECT name FROM media_playlists WHERE id = ? AND person = ?", arguments: [id, person])
            else { return nil }
            let files = try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.mediaColumns), NULL AS cuts FROM media JOIN media_playlist_items ON media_playlist_items.media = media.id
                    WHERE playlist = ? AND gone IS NULL ORDER BY place
                    """, arguments: [id]
            ).map(Self.mediaFile)
            return (MediaPlaylist(id: id, name: name, count: files.count), files)
        }
    }

    /// Makes a playlist. The id is nil if the person has reached the limit of playlists, an item isn't in the library, or there are too
    /// many items.
    package func addMediaPlaylist(named name: String, _ items: [MediaFile.ID], for person: Person.ID, at now: Timestamp) async throws -> (
        id: MediaPlaylist.ID?, outcome: MediaPlaylist.Outcome
    ) {
        try await database.write("making a playlist") { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM media_playlists WHERE person = ?", arguments: [person]) ?? 0
            guard count < MediaPlaylist.Limits.playlists else { return (nil, .full) }
            let wanted = MediaPlaylist.Edit.set(items).applied(to: [])
            if let problem = try Self.problem(with: wanted, in: database) { return (nil, problem) }
            let id = try Statement.inserted(
                database.cachedStatement(sql: "INSERT INTO media_playlists (person, name, changed) VALUES (?, ?, ?) RETURNING id"),
                [person, name.limited(to: MediaPlaylist.Limits.name), now.milliseconds])
            try Self.set(wanted, of: id, in: database)
            return (id, .done)
        }
    }

    /// Changes the playlist's name, its items, or both, starting from what is stored now.
    package func changeMediaPlaylist(
        _ id: MediaPlaylist.ID, name: String? = nil, _ edit: MediaPlaylist.Edit? = nil, of person: Person.ID, at now: Timestamp
    ) async throws -> MediaPlaylist.Outcome {
        try await database.write("changing a playlist") { database in
            let isTheirs = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM media_playlists WHERE id = ? AND person = ?)", arguments: [id, person])
            guard isTheirs == true else { return .missing }
            if let edit {
                let items = try Int64.fetchAll(
                    database, sql: "SELECT media FROM media_playlist_items WHERE playlist = ? ORDER BY place", arguments: [id])
                let wanted = edit.applied(to: items)
                if let problem = try Self.problem(with: wanted, in: database) { return problem }
                if wanted != items { try Self.set(wanted, of: id, in: database) }
            }
            try database.execute(
                sql: "UPDATE media_playlists SET name = coalesce(?, name), changed = ? WHERE id = ?",
                arguments: [name?.limited(to: MediaPlaylist.Limits.name), now.milliseconds, id])
            return .done
        }
    }

    /// False if there is no such playlist, or it is another person's.
    package func removeMediaPlaylist(_ id: MediaPlaylist.ID, of person: Person.ID) async throws -> Bool {
        try await database.write("removing a playlist") { database in
            try database.execute(sql: "DELETE FROM media_playlists WHERE id = ? AND person = ?", arguments: [id, person])
            return database.changesCount > 0
        }
    }

    private static func problem(with items: [MediaFile.ID], in database: Connection) throws -> MediaPlaylist.Outcome? {
        guard items.count <= MediaPlaylist.Limits.items else { return .full }
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM media WHERE id = ?)")
        for item in items where try Bool.fetchOne(statement, arguments: [item]) != true { return .unknownItem }
        return nil
    }

    private static func set(_ items: [MediaFile.ID], of id: MediaPlaylist.ID, in database: Connection) throws {
        try database.execute(sql: "DELETE FROM media_playlist_items WHERE playlist = ?", arguments: [id])
        let statement = try database.cachedStatement(sql: "INSERT INTO media_playlist_items (playlist, media, place) VALUES (?, ?, ?)")
        for (place, item) in items.enumerated() { try statement.execute(arguments: [id, item, place]) }
    }
}
