/// Whose board it is: a person has added it. It is seen by them alone until they share it with everyone who has an account.
package struct OwnBoard: Hashable, Sendable {
    /// What a member's boards are held to. Administrators' are not.
    package enum Limits {
        /// Boards of one member.
        package static let boards = 10
        /// Boards of one member of which something is stored: a removed one counts until its records are gone.
        package static let kept = 30
        /// From one reading to the next, at least.
        package static let interval = Duration.seconds(900)
        /// Rows of a document.
        package static let rows = 2_000
        /// Bytes of a fetch.
        package static let bytes = 2 << 20
        /// How long a fetch may take.
        package static let time = Duration.seconds(60)
        /// Characters of a feed's changes. The oldest go first.
        package static let history = 20 << 20
    }

    /// The board's name.
    package let board: String
    /// nil: they were removed.
    package let person: Person.ID?
    /// Whether everyone with an account sees it.
    package let isShared: Bool
    /// Whether it is held to the limits: its owner is no administrator, or no longer there.
    package let isBounded: Bool
    /// Whether it isn't read: its owner is disabled, or was removed and hadn't shared it.
    package let rests: Bool

    package init(board: String, person: Person.ID?, isShared: Bool, isBounded: Bool, rests: Bool) {
        (self.board, self.person, self.isShared, self.isBounded, self.rests) = (board, person, isShared, isBounded, rests)
    }

    /// Whether there is a person who sees it. Else it is on no schedule, and what is stored of it goes with other unused feeds.
    package var hasReader: Bool { person != nil || isShared }

    /// nil: not on behalf of any person.
    package func isVisible(to person: Person.ID?) -> Bool { isShared || (person != nil && person == self.person) }

    /// Whether a person may change it: its owner, and of a shared board that has lost its owner, administrators.
    package func mayBeChanged(by person: Person) -> Bool {
        self.person.map { $0 == person.id } ?? (isShared && person.role == .administrator)
    }
}
