package import Records

extension BoardStore {
    /// The outcome of adding a board.
    package enum Added: Hashable, Sendable {
        case named(String)
        /// The member has reached `OwnBoard.Limits.boards`.
        case tooMany
        /// The member has stored data of `OwnBoard.Limits.kept` boards.
        case tooManyKept
    }

    private static let select = """
        SELECT own_boards.*, people.role, people.disabled FROM own_boards LEFT JOIN people ON people.id = own_boards.person
        """

    /// All of them by name, including removed boards: their data still belongs to their owner.
    package func own() async throws -> [String: OwnBoard] {
        try await database.read("listing people’s boards") { database in
            let boards = try Row.fetchAll(database.cachedStatement(sql: Self.select)).map(OwnBoard.init)
            return Dictionary(boards.map { ($0.board, $0) }) { first, _ in first }
        }
    }

    /// nil if the board belongs to no person.
    package func own(_ board: String) async throws -> OwnBoard? {
        try await database.read("looking whose a board is") { try Self.own(board, $0) }
    }

    private static func own(_ board: String, _ database: Connection) throws -> OwnBoard? {
        let statement = try database.cachedStatement(sql: "\(select) WHERE own_boards.board = ?")
        return try Row.fetchOne(statement, arguments: [board]).map(OwnBoard.init)
    }

    /// Records that a board belongs to a person, before its file exists. The limits are checked here, by the person's current role.
    ///
    /// `name` receives the names of all boards with stored data, except the person's own removed boards: they may reuse those names, with
    /// the stored data.
    package func add(
        of person: Person.ID, at time: Timestamp, _ name: @escaping @Sendable (_ taken: Set<String>) -> String
    ) async throws -> Added {
        try await database.write("adding a board") { database in
            guard let owner = try Person.active(person, database) else { throw StorageError.hidden("adding a board") }
            if owner.role != .administrator {
                let isStored = "EXISTS (SELECT 1 FROM feeds WHERE feeds.board = own_boards.board)"
                func count(_ condition: String) throws -> Int {
                    try Int.fetchOne(
                        database, sql: "SELECT count(*) FROM own_boards WHERE person = ? AND (\(condition))", arguments: [person]) ?? 0
                }
                guard try count("there = 1") < OwnBoard.Limits.boards else { return .tooMany }
                guard try count("there = 1 OR \(isStored)") < OwnBoard.Limits.kept else { return .tooManyKept }
            }
            let taken = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM boards UNION SELECT board FROM own_boards
                    EXCEPT SELECT board FROM own_boards WHERE person = ? AND there = 0
                    """, arguments: [person])
            let board = name(Set(taken))
            try database.execute(
                sql: """
                    INSERT INTO own_boards (board, person, added) VALUES (?1, ?2, ?3)
                    ON CONFLICT (board) DO UPDATE SET shared = 0, there = 1, added = excluded.added
                        WHERE own_boards.person = excluded.person
                    """, arguments: [board, person, time.milliseconds])
            guard database.changesCount == 1 else { throw StoredFault("the name of a board is taken") }
            try Self.forget(board, ofAllBut: person, database)
            return .named(board)
        }
    }

    /// Whether a person may change a board's file, or remove it. Decided in a transaction that writes nothing else. Administrators may
    /// change boards that belong to no person, and remove any board.
    package func confirm(_ board: String, by person: Person.ID, removing: Bool = false) async throws -> Bool {
        try await database.write("looking whose a board is") { database in
            guard let person = try Person.active(person, database) else { return false }
            let isAdministrator = person.role == .administrator
            return try removing && isAdministrator || Self.own(board, database)?.mayBeChanged(by: person) ?? isAdministrator
        }
    }

    /// Records whether a board's file exists. A removed board keeps its owner, because its stored data is still theirs.
    package func note(_ board: String, isThere: Bool) async throws {
        try await database.write("noting a board") { database in
            try database.execute(sql: "UPDATE own_boards SET there = ?1 WHERE board = ?2 AND there <> ?1", arguments: [isThere, board])
        }
    }

    /// Makes a board visible to everyone with an account, or to its owner only. The latter removes what other people have on it: watches,
    /// price alerts, reminders and their notices. False if another person owns it.
    package func share(_ board: String, _ isShared: Bool, by person: Person.ID) async throws -> Bool {
        try await database.write("sharing a board") { database in
            try database.execute(
                sql: "UPDATE own_boards SET shared = ? WHERE board = ? AND person = ?", arguments: [isShared, board, person])
            guard database.changesCount == 1 else { return false }
            if !isShared { try Self.forget(board, ofAllBut: person, database) }
            return true
        }
    }

    private static func forget(_ board: String, ofAllBut person: Person.ID, _ database: Connection) throws {
        let feeds = "SELECT id FROM feeds WHERE board = ?1"
        let told = try Int64.fetchAll(
            database,
            sql: """
                SELECT DISTINCT notice FROM notice_changes
                WHERE person <> ?2 AND change IN (SELECT id FROM changes WHERE feed IN (\(feeds)))
                """, arguments: [board, person])
        let others = "SELECT id FROM %@ WHERE board = ?1 AND person <> ?2"
        func all(_ table: String) -> String { others.replacing("%@", with: table) }
        for sql in [
            """
            DELETE FROM notice_changes WHERE person <> ?2 AND change IN (SELECT id FROM changes WHERE feed IN (\(feeds)))
            """,
            """
            DELETE FROM notices WHERE person <> ?2 AND (feed IN (\(feeds)) OR watch IN (\(all("watches")))
                OR alert IN (\(all("price_alerts"))) OR reminder IN (\(all("reminders"))))
            """,
            "DELETE FROM watches WHERE board = ?1 AND person <> ?2", "DELETE FROM price_alerts WHERE board = ?1 AND person <> ?2",
            "DELETE FROM reminders WHERE board = ?1 AND person <> ?2",
        ] {
            try database.execute(sql: sql, arguments: [board, person])
        }
        // Digests that were about nothing else.
        let statement = try database.cachedStatement(
            sql: "DELETE FROM notices WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM notice_changes WHERE notice = ?1)")
        for notice in told { try statement.execute(arguments: [notice]) }
    }

    /// Throws `StorageError` with `hidden` if the board belongs to another person who hasn't shared it.
    static func check(_ board: String, isVisibleTo person: Person.ID, doing: String, _ database: Connection) throws {
        guard try own(board, database)?.isVisible(to: person) ?? true else { throw StorageError.hidden(doing) }
    }

    /// The condition that the person in the argument may see the board in the column `board`.
    static func isVisible(_ board: String, to person: String = "?") -> String {
        """
        NOT EXISTS (SELECT 1 FROM own_boards
            WHERE own_boards.board = \(board) AND shared = 0 AND own_boards.person IS DISTINCT FROM \(person))
        """
    }
}

extension OwnBoard {
    init(_ row: Row) {
        let (person, isShared) = (row["person"] as Person.ID?, row["shared"] as Bool)
        let isDisabled = (row["disabled"] as Bool?) ?? false
        self.init(
            board: row["board"], person: person, isShared: isShared,
            isBounded: (row["role"] as String?) != Person.Role.administrator.rawValue,
            rests: isDisabled || person == nil && !isShared)
    }
}
