/// A key for programs that act for a person. The secret itself is shown once and not stored.
package struct APIToken: Hashable, Sendable, Identifiable {
    /// The permissions of a token.
    package enum Scope: String, CaseIterable, Sendable {
        /// Read everything that the person can read.
        case read
        /// Also refresh sources, and change watches, channels and settings.
        case watch
        /// Also the actions of administrators, if the person is one.
        case admin
    }

    package let id: Int64
    package let person: Int64
    package let name: String
    package let scopes: Set<Scope>
    package let created: Timestamp
    /// The last use, rounded to the hour.
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
