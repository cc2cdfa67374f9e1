/// An address that a person wants to be told at, which is used once its owner has followed the link that was sent there.
package struct ChannelConfirmation: Hashable, Sendable {
    /// What the link ends in.
    package let token: String
    package let person: Int64
    package let name: String
    package let kind: String
    package let address: String
    package let created: Timestamp

    /// How long the link is good, and how many a person may have waiting.
    package static let lifetime = Duration.seconds(7 * 86_400)
    package static let limit = 5

    package init(token: String, person: Person, name: String, kind: String, address: String, created: Timestamp) {
        self.token = token
        self.person = person.id
        self.name = name
        self.kind = kind
        self.address = address
        self.created = created
    }
}
