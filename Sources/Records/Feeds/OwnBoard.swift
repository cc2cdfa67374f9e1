/// A board that a person added, and its owner. Only the owner sees it, until they share it with everyone who has an account.
package struct OwnBoard: Hashable, Sendable {
    /// Limits of a member's boards. They don't apply to administrators.
    package enum Limits {
        /// Limit of boards per member.
        package static let boards = 10
        /// Boards per member with stored data: a removed board counts until its records are deleted.
        package static let kept = 30
        /// The shortest interval between two readings.
        package static let interval = Duration.seconds(900)
        /// Limit of rows per document.
        package static let rows = 2_000
        /// Limit of a fetch in bytes.
        package static let bytes = 2 << 20
        /// Timeout of a fetch.
        package static let time = Duration.seconds(60)
        /// Characters of a feed's changes. The oldest are removed first.
        package static let history = 20 << 20
    }

    /// The board's name.
    package let board: String
    /// nil if they were removed.
    package let person: Person.ID?
    /// Whether everyone with an account can see it.
    package let isShared: Bool
    /// Whether the limits apply: its owner isn't an administrator, or was removed.
    package let isBounded: Bool
    /// Whether it isn't fetched: its owner is disabled, or was removed without having shared it.
    package let rests: Bool

    package init(board: String, person: Person.ID?, isShared: Bool, isBounded: Bool, rests: Bool) {
        (self.board, self.person, self.isShared, self.isBounded, self.rests) = (board, person, isShared, isBounded, rests)
    }

    /// Whether any person can see it. Otherwise it isn't scheduled, and its data is removed with that of unused feeds.
    package var hasReader: Bool { person != nil || isShared }

    /// nil if no person asks.
    package func isVisible(to person: Person.ID?) -> Bool { isShared || (person != nil && person == self.person) }

    /// Whether a person may change it: its owner; or an administrator, if it is shared and has lost its owner.
    package func mayBeChanged(by person: Person) -> Bool {
        self.person.map { $0 == person.id } ?? (isShared && person.role == .administrator)
    }
}
