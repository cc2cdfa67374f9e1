/// A browser in which a person is logged in.
package struct Session: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let created: Timestamp
    /// The last visit, rounded to the hour.
    package let lastSeen: Timestamp
    package let expires: Timestamp
    /// The browser's User-Agent.
    package let agent: String
    package let address: String

    /// A session ends after this long without a visit.
    package static let idleTime = Duration.seconds(30 * 86_400)
    /// A visit is recorded at most this often.
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
