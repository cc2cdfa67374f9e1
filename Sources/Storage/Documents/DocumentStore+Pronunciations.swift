package import Records

/// People's pronunciation rules: what to speak instead of the written text. For other people, calls find nothing.
extension DocumentStore {
    /// The outcome of adding or changing a rule.
    package enum KeptPronunciation: Hashable, Sendable {
        case kept(Pronunciation)
        /// The person has another rule for the same text.
        case known
        /// The person has reached the limit of rules.
        case full
        case missing
    }

    /// A person's rules, in the order in which they were made.
    package func pronunciations(of person: Person.ID) async throws -> [Pronunciation] {
        try await database.read("reading pronunciations") { database in
            try Row.fetchAll(database, sql: "SELECT * FROM pronunciations WHERE person = ? ORDER BY id", arguments: [person])
                .compactMap(Self.pronunciation)
        }
    }

    package func addPronunciation(_ rule: Pronunciation.Rule, for person: Person.ID) async throws -> KeptPronunciation {
        try await database.write("noting a pronunciation") { database in
            guard try !Self.hasPronunciation(of: rule, besides: nil, person, in: database) else { return .known }
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM pronunciations WHERE person = ?", arguments: [person]) ?? 0
            guard count < Pronunciation.Limits.rules else { return .full }
            let id = try Statement.inserted(
                database.cachedStatement(
                    sql: "INSERT INTO pronunciations (person, kind, text, said, matches_case) VALUES (?, ?, ?, ?, ?) RETURNING id"),
                [person, rule.kind.rawValue, rule.text, rule.said, rule.matchesCase])
            return .kept(Pronunciation(id: id, rule: rule))
        }
    }

    package func changePronunciation(_ id: Pronunciation.ID, to rule: Pronunciation.Rule, of person: Person.ID) async throws
        -> KeptPronunciation
    {
        try await database.write("changing a pronunciation") { database in
            guard try !Self.hasPronunciation(of: rule, besides: id, person, in: database) else { return .known }
            try database.execute(
                sql: "UPDATE pronunciations SET kind = ?, text = ?, said = ?, matches_case = ? WHERE id = ? AND person = ?",
                arguments: [rule.kind.rawValue, rule.text, rule.said, rule.matchesCase, id, person])
            return database.changesCount > 0 ? .kept(Pronunciation(id: id, rule: rule)) : .missing
        }
    }

    /// False if the person has no such rule.
    package func removePronunciation(_ id: Pronunciation.ID, of person: Person.ID) async throws -> Bool {
        try await database.write("removing a pronunciation") { database in
            try database.execute(sql: "DELETE FROM pronunciations WHERE id = ? AND person = ?", arguments: [id, person])
            return database.changesCount > 0
        }
    }

    private static func hasPronunciation(
        of rule: Pronunciation.Rule, besides id: Pronunciation.ID?, _ person: Person.ID, in database: Connection
    ) throws -> Bool {
        let found = try Int64.fetchOne(
            database, sql: "SELECT id FROM pronunciations WHERE person = ? AND kind = ? AND text = ?",
            arguments: [person, rule.kind.rawValue, rule.text])
        return found != nil && found != id
    }

    /// nil for a kind of rule that another version wrote.
    private static func pronunciation(_ row: Row) -> Pronunciation? {
        guard let kind = Pronunciation.Kind(rawValue: row["kind"]) else { return nil }
        return Pronunciation(
            id: row["id"], rule: .init(kind, row["text"], said: row["said"], matchesCase: row["matches_case"]))
    }
}
