import Records

extension OnBehalf {
    /// Throws `Withdrawn` if the person may no longer make the write. Call it inside the transaction that writes.
    func check(_ database: Connection) throws {
        // Locked until the commit: a transaction that revokes the right waits for it.
        let statement = try database.cachedStatement(sql: "SELECT * FROM people WHERE id = ? AND disabled = 0 \(database.unaltered)")
        let stored = try Row.fetchOne(statement, arguments: [person]).map(Person.init)
        guard let person = stored, try isProved(database) else { throw Withdrawn(.identity, of: self) }
        guard person.role >= role else { throw Withdrawn(.role, of: self) }
    }

    private func isProved(_ database: Connection) throws -> Bool {
        let (table, id): (String, Int64) =
            switch proof {
            case .session(let id): ("sessions", id)
            case .token(let id): ("tokens", id)
            case .proxy: ("people", person)
            }
        return try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM \(table) WHERE id = ? \(database.unaltered)"), arguments: [id]) != nil
    }
}
