package import Records

// A person's list of notices, newest first, and the number of new ones.
extension FollowingStore {
    /// A person's notices, newest first; with `before`, only older ones.
    package func notices(of person: Person, before: StoredNotice.ID? = nil, limit: Int = 50) async throws -> [StoredNotice] {
        try await database.read("listing notices") { [seal] database in
            try Row.fetchAll(
                database,
                sql: "\(StoredNotice.select) WHERE person = ? AND channel IS NULL AND id < ? ORDER BY id DESC LIMIT ?",
                arguments: [person.id, before ?? .max, limit]
            ).map { StoredNotice($0, seal) }
        }
    }

    /// A notice of a person, on any channel; nil if they have none with that id.
    package func notice(_ id: StoredNotice.ID, of person: Person) async throws -> StoredNotice? {
        try await database.read("reading a notice") { [seal] in
            try Row.fetchOne($0, sql: "\(StoredNotice.select) WHERE id = ? AND person = ?", arguments: [id, person.id])
                .map { StoredNotice($0, seal) }
        }
    }

    /// The number of notices in a person's list since they last looked.
    package func unreadCount(of person: Person) async throws -> Int {
        try await database.read("counting notices") {
            let statement = try $0.cachedStatement(
                sql: """
                    SELECT count(*) FROM notices WHERE person = ?1 AND channel IS NULL
                        AND id > coalesce((SELECT notice FROM notices_seen WHERE person = ?1), 0)
                    """)
            return try Int.fetchOne(statement, arguments: [person.id]) ?? 0
        }
    }

    /// Marks a person's list as seen up to a notice, or all of it by default. The mark never moves back.
    package func markSeen(by person: Person, upTo notice: StoredNotice.ID? = nil, at time: Timestamp) async throws {
        try await database.write("marking notices as seen", locking: .person(person.id)) {
            try $0.execute(
                sql: """
                    INSERT INTO notices_seen (person, notice, at)
                        VALUES (?1, coalesce(?2, (SELECT max(id) FROM notices WHERE person = ?1 AND channel IS NULL), 0), ?3)
                        ON CONFLICT (person) DO UPDATE SET notice = CASE WHEN excluded.notice > notices_seen.notice THEN excluded.notice
                            ELSE notices_seen.notice END, at = excluded.at
                    """, arguments: [person.id, notice, time.milliseconds])
        }
    }

    /// The last notice that a person has seen in their list, and when they last looked; nil if never.
    package func seenMark(of person: Person) async throws -> (notice: StoredNotice.ID, at: Timestamp)? {
        try await database.read("reading what was seen") {
            try Row.fetchOne($0, sql: "SELECT notice, at FROM notices_seen WHERE person = ?", arguments: [person.id])
                .map { ($0["notice"], Timestamp(milliseconds: $0["at"])) }
        }
    }
}
