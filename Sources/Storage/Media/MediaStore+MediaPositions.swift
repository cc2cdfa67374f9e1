package import Records

/// People's positions in films and music. Positions near the beginning or end aren't stored: there is nothing to resume. From nine tenths
/// on, a film or an episode counts as watched (`MediaProgress`).
extension MediaStore {
    /// Per person; the oldest are removed first.
    private static let positionLimit = 1000

    package func note(_ position: MediaTime, in file: MediaFile.ID, lasting duration: MediaTime, for person: Person.ID, at now: Timestamp)
        async throws
    {
        try await database.write("noting a position") { database in
            let progress = MediaProgress(position, of: duration)
            if [.nearEnd, .over].contains(progress) { try Self.finish(file, for: person, at: now, in: database) }
            guard [.underWay, .nearEnd].contains(progress) else {
                return try database.execute(
                    sql: "DELETE FROM media_positions WHERE person = ? AND media = ?", arguments: [person, file])
            }
            try database.execute(
                sql: """
                    INSERT INTO media_positions (person, media, position, noted) VALUES (?, ?, ?, ?)
                    ON CONFLICT (person, media) DO UPDATE SET position = excluded.position, noted = excluded.noted, hidden = NULL
                    """, arguments: [person, file, position.microseconds, now.milliseconds])
            try database.execute(
                sql: """
                    DELETE FROM media_positions WHERE person = ?1 AND media NOT IN
                        (SELECT media FROM media_positions WHERE person = ?1 ORDER BY noted DESC LIMIT ?2)
                    """, arguments: [person, Self.positionLimit])
        }
    }

    package func mediaPosition(of file: MediaFile.ID, for person: Person.ID) async throws -> MediaTime? {
        try await database.read("reading a position") { database in
            try Int64.fetchOne(
                database, sql: "SELECT position FROM media_positions WHERE person = ? AND media = ?", arguments: [person, file]
            ).map(MediaTime.init(microseconds:))
        }
    }

    /// The positions of files that a person has begun, latest first. Leaves out files that are nearly over or were removed from the list,
    /// unless `all` is set.
    package func mediaPositions(of person: Person.ID, all: Bool = false, limit: Int) async throws -> [(
        file: MediaFile, position: MediaTime
    )] {
        let started = try await database.read("reading positions") { database in
            let shown = all ? "" : "AND hidden IS NULL AND \(Self.isUnderWay("position"))"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT media_positions.media, position FROM media_positions
                        JOIN media_parts ON media_parts.media = media_positions.media
                    WHERE person = ? AND here = 1 \(shown) ORDER BY noted DESC LIMIT ?
                    """, arguments: [person, limit]
            ).map { (id: $0["media"] as Int64, position: MediaTime(microseconds: $0["position"])) }
        }
        var found: [(file: MediaFile, position: MediaTime)] = []
        for (id, position) in started {
            if let file = try await mediaFile(id) { found.append((file, position)) }
        }
        return found
    }
}
