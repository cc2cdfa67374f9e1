import Records
import Serving
import Storage

/// The data stored about a person: their sign-ins, and what was done to their account.
enum AccountData {
    static func add(to data: inout JSONLine, of person: Person, in store: Store, at now: Timestamp) async throws {
        data.add("sessions", try await store.people.sessions(of: person, at: now).map(line))
        data.add("tokens", try await store.people.tokens(of: person).map(line))
        data.add("audit", try await store.people.auditTrail(of: person.id, limit: 1000).map(line))
    }

    private static func line(_ session: Session) -> JSONLine {
        var line = JSONLine()
        line.add("agent", session.agent)
        line.add("address", session.address)
        line.add("created", session.created.description)
        line.add("seen", session.lastSeen.description)
        return line
    }

    private static func line(_ token: APIToken) -> JSONLine {
        var line = JSONLine()
        line.add("name", token.name)
        line.add("scopes", token.scopes.map(\.rawValue).sorted())
        line.add("created", token.created.description)
        line.add("used", token.lastUsed?.description)
        line.add("expires", token.expires?.description)
        return line
    }

    private static func line(_ entry: AuditEntry) -> JSONLine {
        var line = JSONLine()
        line.add("at", entry.at.description)
        line.add("action", entry.action?.rawValue)
        line.add("detail", entry.detail)
        line.add("address", entry.address)
        line.add("count", entry.count)
        return line
    }
}
