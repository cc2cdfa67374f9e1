/// Something that takes longer than a request: a reading that somebody waits for, a search for many addresses.
///
/// A value as it was when somebody looked. What runs is in the store and in memory, what has ended in the store only.
package struct LongJob: Identifiable, Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Until others of its kind have ended.
        case waiting
        case running
        case done
        case failed
        case cancelled
        /// The server ended meanwhile, and didn't take it up again.
        case interrupted

        package var hasEnded: Bool { self != .waiting && self != .running }
    }

    /// How far it is. Both never negative.
    package struct Progress: Hashable, Sendable {
        package var done: Int
        /// nil: nobody knows.
        package var total: Int?

        package init(done: Int = 0, total: Int? = nil) {
            self.done = max(0, done)
            self.total = total.map { max(0, $0) }
        }

        /// 0 to 1; nil where the whole isn't known.
        package var fraction: Double? {
            guard let total, total > 0 else { return nil }
            return min(1, Double(done) / Double(total))
        }
    }

    /// What it is about.
    package struct Subject: Hashable, Sendable {
        /// A board's name.
        package let board: String
        /// What that is called in its own language.
        package let title: String

        package init(board: String, title: String) {
            self.board = board
            self.title = title
        }
    }

    package let id: Int64
    /// `JobKind.name`
    package let kind: String
    package let subject: Subject
    /// Who asked; nil: the server itself.
    package let person: Person.ID?
    package var state: State
    package var progress: Progress
    /// Somebody wants it to end.
    package var isCancelling: Bool
    package let created: Timestamp
    package var began: Timestamp?
    package var ended: Timestamp?
    /// Why it failed.
    package var failure: String?

    package init(
        id: Int64, kind: String, subject: Subject, person: Person.ID?, state: State, progress: Progress = Progress(),
        isCancelling: Bool = false, created: Timestamp, began: Timestamp? = nil, ended: Timestamp? = nil, failure: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.person = person
        self.state = state
        self.progress = progress
        self.isCancelling = isCancelling
        self.created = created
        self.began = began
        self.ended = ended
        self.failure = failure
    }
}
