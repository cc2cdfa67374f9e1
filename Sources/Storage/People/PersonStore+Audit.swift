package import Records

extension AuditEntry {
    init(_ row: Row) {
        self.init(
            id: row["id"], at: Timestamp(milliseconds: row["at"]), person: row["person"], who: row["who"],
            action: Action(rawValue: row["action"]), detail: row["detail"], address: row["address"], count: row["count"])
    }
}

extension PersonStore {
    /// How long lines are stored, and how many. Failed logins have a lower limit, because strangers can cause any number of them.
    package static let auditIsKept = Duration.seconds(400 * 86_400)
    package static let auditLimit = 20_000
    package static let failedLoginLines = 2_000
    /// Failed logins to one account from one network within this time share one line.
    private static let gathering = Duration.seconds(3_600)
    /// The column of the migration.
    static let auditCounts = "ALTER TABLE audit ADD COLUMN count INTEGER NOT NULL DEFAULT 1"

    package func audit(
        _ action: AuditEntry.Action, by who: String, person: Person.ID? = nil, _ detail: String = "", from address: String,
        at now: Timestamp
    ) async throws {
        try await database.write("noting in the audit trail") { database in
            if action == .loginFailed, try Self.gather(by: who, from: address, at: now, database) { return }
            let id = try Statement.inserted(
                database.cachedStatement(
                    sql: """
                        INSERT INTO audit (at, person, who, action, detail, address)
                            VALUES (?, (SELECT id FROM people WHERE id = ?), ?, ?, ?, ?) RETURNING id
                        """),
                [now.milliseconds, person, who, action.rawValue, detail.limited(to: 300), address])
            try database.execute(
                sql: "DELETE FROM audit WHERE at < ? OR id <= ?",
                arguments: [(now + (.zero - Self.auditIsKept)).milliseconds, id - Int64(Self.auditLimit)])
            guard action == .loginFailed else { return }
            try database.execute(
                sql: """
                    DELETE FROM audit WHERE action = ?1 AND id <=
                        (SELECT id FROM audit WHERE action = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                    """, arguments: [action.rawValue, Self.failedLoginLines])
        }
    }

    /// Counts a failed login in an existing line. False if there is no such line.
    private static func gather(by who: String, from address: String, at now: Timestamp, _ database: Connection) throws -> Bool {
        try database.execute(
            sql: """
                UPDATE audit SET count = count + 1 WHERE id =
                    (SELECT id FROM audit WHERE at > ?1 AND action = ?2 AND who = ?3 AND address = ?4 ORDER BY id DESC LIMIT 1)
                """,
            arguments: [(now + (.zero - gathering)).milliseconds, AuditEntry.Action.loginFailed.rawValue, who, address])
        return database.changesCount > 0
    }

    /// The lines older than the one with the id `before`, newest first; of one person if given.
    package func auditTrail(of person: Person.ID? = nil, before: Int64? = nil, limit: Int) async throws -> [AuditEntry] {
        try await database.read("reading the audit trail") {
            try Row.fetchAll(
                $0, sql: "SELECT * FROM audit WHERE id < ?1 AND (person = ?2 OR ?2 IS NULL) ORDER BY id DESC LIMIT ?3",
                arguments: [before ?? .max, person, limit]
            ).map(AuditEntry.init)
        }
    }
}
