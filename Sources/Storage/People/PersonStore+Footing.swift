import Crypto
import Foundation
package import Records

/// Identifies the basis of a person's sign-in; a new password changes it.
package struct PersonFooting: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// A hash, which reveals nothing.
    package let bytes: [UInt8]

    package var description: String { "a footing" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PersonStore {
    /// nil if that session or token has ended, or if the person is disabled or removed. One read.
    package func footing(of person: Person.ID, by proof: OnBehalf.Proof, at now: Timestamp) async throws -> PersonFooting? {
        try await database.read("looking at how a person is signed in") { database in
            guard try Person.active(person, database) != nil, try Self.stands(proof, of: person, at: now, database) else { return nil }
            let password = try String.fetchOne(
                database.cachedStatement(sql: "SELECT password FROM people WHERE id = ? AND password IS NOT NULL"), arguments: [person])
            return PersonFooting(bytes: Array(SHA256.hash(data: Data("footing \(password ?? "")".utf8))))
        }
    }

    private static func stands(_ proof: OnBehalf.Proof, of person: Person.ID, at now: Timestamp, _ database: Connection) throws -> Bool {
        let (table, id): (String, Int64)
        switch proof {
        case .session(let session): (table, id) = ("sessions", session)
        case .token(let token): (table, id) = ("tokens", token)
        case .proxy: return true
        }
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ? AND person = ? AND (expires IS NULL OR expires > ?))")
        return try Bool.fetchOne(statement, arguments: [id, person, now.milliseconds]) ?? false
    }
}
