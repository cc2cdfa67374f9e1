package import Foundation
package import Records

extension APIToken {
    init(_ row: Row) {
        self.init(
            id: row["id"], person: row["person"], name: row["name"],
            scopes: Set((row["scopes"] as String).split(separator: " ").compactMap { Scope(rawValue: String($0)) }),
            created: Timestamp(milliseconds: row["created"]), lastUsed: (row["last_used"] as Int64?).map(Timestamp.init(milliseconds:)),
            expires: (row["expires"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}

extension PersonStore {
    package static let tokenLimit = 100

    /// nil if the person has reached the limit.
    package func addToken(
        of person: Person, named name: String, hash: Data, scopes: Set<APIToken.Scope>, expires: Timestamp?, at now: Timestamp
    ) async throws -> APIToken? {
        try await database.write("adding a token") { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM tokens WHERE person = ?", arguments: [person.id]) ?? 0
            guard count < Self.tokenLimit else { return nil }
            return try Row.fetchOne(
                database, sql: "INSERT INTO tokens (hash, person, name, scopes, created, expires) VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
                arguments: [
                    hash, person.id, name, scopes.map(\.rawValue).sorted().joined(separator: " "), now.milliseconds, expires?.milliseconds,
                ]
            ).map(APIToken.init)
        }
    }

    /// The token with this secret's hash, and its person; nil if it has expired or been revoked, or its person is disabled.
    package func token(_ hash: Data, at now: Timestamp) async throws -> (token: APIToken, person: Person)? {
        try await database.read("reading a token") { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM tokens WHERE hash = ? AND (expires IS NULL OR expires > ?)",
                arguments: [hash, now.milliseconds])
            guard let row, let person = try Person.active(row["person"], database) else { return nil }
            return (APIToken(row), person)
        }
    }

    package func noteUse(of token: APIToken, at now: Timestamp) async throws {
        try await database.writeIfRoom("noting the use of a token", locking: .nothing) {
            try $0.execute(sql: "UPDATE tokens SET last_used = ? WHERE id = ?", arguments: [now.milliseconds, token.id])
        }
    }

    /// A person's tokens, oldest first, including expired ones.
    package func tokens(of person: Person) async throws -> [APIToken] {
        try await database.read("listing tokens") {
            try Row.fetchAll($0, sql: "SELECT * FROM tokens WHERE person = ? ORDER BY id", arguments: [person.id]).map(APIToken.init)
        }
    }

    /// Revokes a person's token. Returns the former token; nil if they have no such token.
    package func removeToken(_ id: Int64, of person: Person) async throws -> APIToken? {
        try await database.write("revoking a token") {
            try Row.fetchOne($0, sql: "DELETE FROM tokens WHERE id = ? AND person = ? RETURNING *", arguments: [id, person.id])
                .map(APIToken.init)
        }
    }
}
