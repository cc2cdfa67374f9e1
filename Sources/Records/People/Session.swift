/// A browser in which somebody is logged in.
package struct Session: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let created: Timestamp
    /// To the hour.
    package let lastSeen: Timestamp
    package let expires: Timestamp
    /// What the browser says it is.
    package let agent: String
    package let address: String

    /// A session ends after so long without a visit.
    package static let idleTime = Duration.seconds(30 * 86_400)
    /// A visit is noted this often at most.
    package static let renewalTime = Duration.seconds(3600)

    package init(
        id: Int64, person: Int64, created: Timestamp, lastSeen: Timestamp, expires: Timestamp, agent: String, address: String
    ) {
        self.id = id
        self.person = person
        self.created = created
        self.lastSeen = lastSeen
        self.expires = expires
        self.agent = agent
        self.address = address
    }
}
