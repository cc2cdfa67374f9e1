package import Records

/// The person on whose behalf something is changed, the role they had when that was decided, and the proof of their identity.
///
/// A decision made when a request arrived may no longer hold when its handler writes: in between, a password is hashed, a message is sent,
/// or a lock is awaited. A store that acts for a person (`Store.acting`) therefore checks again inside each transaction that writes. If the
/// person may no longer make the write, it throws `Withdrawn` and changes nothing.
package struct OnBehalf: Hashable, Sendable {
    package enum Proof: Hashable, Sendable {
        case session(Session.ID)
        case token(APIToken.ID)
        /// A sign-in proxy has named the person.
        case proxy
    }

    package let person: Person.ID
    package let role: Person.Role
    package let proof: Proof

    package init(_ person: Person, by proof: Proof) {
        self.person = person.id
        role = person.role
        self.proof = proof
    }

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

/// The person lost the rights that they had when the change was decided on; the change wasn't made.
package struct Withdrawn: Error {
    package enum Reason: Sendable {
        /// They were disabled or removed, or their session or token has ended.
        case identity
        /// They have a lower role now.
        case role
    }

    package let reason: Reason
    package let behalf: OnBehalf

    init(_ reason: Reason, of behalf: OnBehalf) {
        self.reason = reason
        self.behalf = behalf
    }
}
