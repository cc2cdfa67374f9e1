/// An address at which a person wants to receive notices. It is used once its owner has opened the link sent there.
package struct ChannelConfirmation: Hashable, Sendable {
    /// The last part of the link.
    package let token: String
    package let person: Int64
    package let name: String
    package let kind: String
    package let address: String
    package let created: Timestamp

    /// How long the link is valid, and how many a person may have pending.
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
