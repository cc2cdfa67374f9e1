package import Foundation
package import Records

extension Invitation {
    init(_ row: Row) {
        self.init(
            id: row["id"], role: Person.Role(rawValue: row["role"]) ?? .member, note: row["note"],
            created: Timestamp(milliseconds: row["created"]), expires: Timestamp(milliseconds: row["expires"]))
    }
}

extension PersonStore {
    private static let invitationLimit = 100

    /// An administrator's invitation is valid while they are an administrator; one from the command line is valid for its whole lifetime.
    /// nil if the limit of open invitations is reached.
    package func addInvitation(
        _ role: Person.Role, note: String, by administrator: Person? = nil, hash: Data, at now: Timestamp
    ) async throws -> Invitation? {
        try await database.write("inviting a person") { database in
            try database.execute(sql: "DELETE FROM invitations WHERE expires <= ?", arguments: [now.milliseconds])
            guard try Int.fetchOne(database, sql: "SELECT count(*) FROM invitations") ?? 0 < Self.invitationLimit else { return nil }
            return try Row.fetchOne(
                database,
                sql: "INSERT INTO invitations (hash, role, note, person, created, expires) VALUES (?, ?, ?, ?, ?, ?) RETURNING *",
                arguments: [
                    hash, role.rawValue, note, administrator?.id, now.milliseconds, (now + Invitation.lifetime).milliseconds,
                ]
            ).map(Invitation.init)
        }
    }

    /// nil if it has expired, was used or revoked, or its author is no longer an administrator.
    package func invitation(_ hash: Data, at now: Timestamp) async throws -> Invitation? {
        try await database.read("reading an invitation") { try Self.invitation(hash, at: now, $0) }
    }

    /// Invitations that can still be used, oldest first.
    package func invitations(at now: Timestamp) async throws -> [Invitation] {
        try await database.read("listing invitations") {
            try Row.fetchAll($0, sql: "\(Self.openInvitations) ORDER BY id", arguments: [now.milliseconds]).map(Invitation.init)
        }
    }

    @discardableResult
    package func removeInvitation(_ id: Int64) async throws -> Bool {
        try await database.write("taking back an invitation") { database in
            try database.execute(sql: "DELETE FROM invitations WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    package enum Acceptance: Sendable {
        case welcome(Person)
        case nameIsTaken
        case isNotOpen
    }

    /// Creates the account that an invitation is for, and marks it as used, in one transaction.
    package func accept(_ hash: Data, name: String, password: String, at now: Timestamp) async throws -> Acceptance {
        try await database.write("accepting an invitation") { database in
            guard let invitation = try Self.invitation(hash, at: now, database) else { return .isNotOpen }
            guard try Self.person(named: name, database) == nil else { return .nameIsTaken }
            try database.execute(sql: "DELETE FROM invitations WHERE id = ?", arguments: [invitation.id])
            return .welcome(try Self.add(name, invitation.role, password: password, at: now, database))
        }
    }

    private static func invitation(_ hash: Data, at now: Timestamp, _ database: Connection) throws -> Invitation? {
        try Row.fetchOne(database, sql: "\(openInvitations) AND hash = ?", arguments: [now.milliseconds, hash]).map(Invitation.init)
    }

    private static let openInvitations = """
        SELECT * FROM invitations WHERE expires > ? AND (person IS NULL OR EXISTS
            (SELECT 1 FROM people WHERE people.id = invitations.person AND role = 'administrator' AND disabled = 0))
        """
}
