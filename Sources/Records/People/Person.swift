import Foundation

/// A person with an account: their role and settings.
///
/// A disabled person cannot log in and receives no notices. Their data is kept, and their list of notices continues.
package struct Person: Hashable, Sendable, Identifiable {
    /// What a person may do beyond their own data. Each role includes all earlier ones.
    package enum Role: String, CaseIterable, Comparable, Sendable {
        case member
        /// Works at the counters of queues: calls numbers, and sees tickets, statistics and the audit trail.
        case clerk
        case administrator

        package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
        private var rank: Int {
            switch self {
            case .member: 0
            case .clerk: 1
            case .administrator: 2
            }
        }
    }

    package let id: Int64
    package var name: String
    package var role: Role
    package var settings: PersonSettings
    package var isDisabled: Bool
    package let created: Timestamp

    /// Names are compared without regard to the case of ASCII letters.
    package static let nameLimit = 60

    /// The name for a typed text: trimmed and composed (NFC); nil if it is empty, too long or has control characters.
    package static func name(from text: String) -> String? {
        let name = text.trimmingWhitespace().precomposedStringWithCanonicalMapping
        guard !name.isEmpty, name.count <= nameLimit, name.utf8.count <= 4 * nameLimit,
            !name.unicodeScalars.contains(where: { [.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
        else { return nil }
        return name
    }

    package init(
        id: Int64, name: String, role: Role, settings: PersonSettings, isDisabled: Bool, created: Timestamp
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.settings = settings
        self.isDisabled = isDisabled
        self.created = created
    }
}
