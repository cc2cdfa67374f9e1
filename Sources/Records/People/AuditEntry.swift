/// One line of the audit trail: who did what to accounts, when, from where. It never contains a secret.
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
        case loginLinkMade = "login link made"
        case loginLinkUsed = "login link used"
        case settingsChanged = "settings changed"
    }

    package let id: Int64
    package let at: Timestamp
    /// Who did it; nil for the command line, an unknown or removed person, or an old line whose name may now be another person's.
    package let person: Person.ID?
    /// The name they had then.
    package let who: String
    package let action: Action?
    package let detail: String
    package let address: String
    /// How often it happened. Failed logins within an hour share one line.
    package let count: Int

    package init(
        id: Int64, at: Timestamp, person: Person.ID?, who: String, action: Action?, detail: String, address: String, count: Int
    ) {
        self.id = id
        self.at = at
        self.person = person
        self.who = who
        self.action = action
        self.detail = detail
        self.address = address
        self.count = count
    }
}
