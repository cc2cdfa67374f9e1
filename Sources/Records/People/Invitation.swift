/// A link that lets a person create their own account, once.
package struct Invitation: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let role: Person.Role
    /// The invited person's name, as the administrator wrote it.
    package let note: String
    package let created: Timestamp
    package let expires: Timestamp

    package static let lifetime = Duration.seconds(7 * 86_400)

    package init(
        id: Int64, role: Person.Role, note: String, created: Timestamp, expires: Timestamp
    ) {
        self.id = id
        self.role = role
        self.note = note
        self.created = created
        self.expires = expires
    }
}
