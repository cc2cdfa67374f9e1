import Foundation

/// Somebody with an account: what they may do, and what they have set.
///
/// A disabled person cannot log in, and nothing is sent to them; what is theirs is kept, and their list of notices goes on.
package struct Person: Hashable, Sendable, Identifiable {
    /// What a person may do beyond what is theirs. Each role may do all that those before it may.
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

    /// What a name is made of what somebody typed: trimmed, composed; nil if it is empty, too long or holds control characters.
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
