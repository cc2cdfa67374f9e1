/// A key for programs that act for a person. The secret itself is shown once and not kept.
package struct APIToken: Hashable, Sendable, Identifiable {
    /// What it is good for.
    package enum Scope: String, CaseIterable, Sendable {
        /// To read what the person can read.
        case read
        /// To have sources read, and to alter watches, channels and settings.
        case watch
        /// What administrators may do, if the person is one.
        case admin
    }

    package let id: Int64
    package let person: Int64
    package let name: String
    package let scopes: Set<Scope>
    package let created: Timestamp
    /// To the hour.
    package let lastUsed: Timestamp?
    package let expires: Timestamp?

    package init(
        id: Int64, person: Int64, name: String, scopes: Set<Scope>, created: Timestamp, lastUsed: Timestamp?, expires: Timestamp?
    ) {
        self.id = id
        self.person = person
        self.name = name
        self.scopes = scopes
        self.created = created
        self.lastUsed = lastUsed
        self.expires = expires
    }
}
