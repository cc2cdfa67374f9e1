import GRDB
package import Records

/// One line of the audit trail: who did what to accounts, when, from where. No secret is ever part of it.
package struct AuditEntry: Hashable, Sendable, Identifiable {
    package enum Action: String, CaseIterable, Sendable {
        case setUp = "set up"
        case loggedIn = "logged in"
        case loginFailed = "login failed"
        case loggedOut = "logged out"
        case passwordChanged = "password changed"
        case sessionsEnded = "sessions ended"
        case tokenCreated = "token created"
        case tokenRevoked = "token revoked"
        case invited
        case invitationTakenBack = "invitation taken back"
        case joined
        case personAdded = "person added"
        case personChanged = "person changed"
        case personRemoved = "person removed"
        case dataDownloaded = "data downloaded"
    }

    package let id: Int64
    package let at: Timestamp
    /// Their name then.
    package let who: String
    package let action: Action?
    package let detail: String
    package let address: String

    init(_ row: Row) {
        id = row["id"]
        at = Timestamp(milliseconds: row["at"])
        who = row["who"]
        action = Action(rawValue: row["action"])
        detail = row["detail"]
        address = row["address"]
    }
}

extension Store {
    /// Lines are kept for so long, and so many of them.
    package static let auditIsKept = Duration.seconds(400 * 86_400)
    package static let auditLimit = 20_000

    package func audit(_ action: AuditEntry.Action, by who: String, _ detail: String = "", from address: String, at now: Timestamp)
        async throws
    {
        try await write("noting in the audit trail") { database in
            try database.execute(
                sql: "INSERT INTO audit (at, who, action, detail, address) VALUES (?, ?, ?, ?, ?)",
                arguments: [now.milliseconds, who, action.rawValue, String(detail.prefix(300)), address])
            try database.execute(
                sql: "DELETE FROM audit WHERE at < ? OR id <= ?",
                arguments: [(now + (.zero - Self.auditIsKept)).milliseconds, database.lastInsertedRowID - Int64(Self.auditLimit)])
        }
    }

    /// Newest first, older than the one with the id `before`; of one person if a name is given.
    package func auditTrail(of who: String? = nil, before: Int64? = nil, limit: Int) async throws -> [AuditEntry] {
        try await read("reading the audit trail") {
            try Row.fetchAll(
                $0, sql: "SELECT * FROM audit WHERE id < ?1 AND (?2 IS NULL OR who = ?2) ORDER BY id DESC LIMIT ?3",
                arguments: [before ?? .max, who, limit]
            ).map(AuditEntry.init)
        }
    }
}
