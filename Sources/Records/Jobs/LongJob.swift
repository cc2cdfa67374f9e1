/// Something that takes longer than a request: a requested refresh, a lookup of many addresses.
///
/// A snapshot. Running jobs are in the store and in memory, ended ones only in the store.
package struct LongJob: Identifiable, Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Waits until other jobs of its kind have ended.
        case waiting
        case running
        case done
        case failed
        case cancelled
        /// The server stopped during the job and didn't resume it.
        case interrupted

        package var hasEnded: Bool { self != .waiting && self != .running }
    }

    /// The progress of a job. Neither number is negative.
    package struct Progress: Hashable, Sendable {
        package var done: Int
        /// nil if unknown.
        package var total: Int?

        package init(done: Int = 0, total: Int? = nil) {
            self.done = max(0, done)
            self.total = total.map { max(0, $0) }
        }

        /// 0 to 1; nil if the total is unknown.
        package var fraction: Double? {
            guard let total, total > 0 else { return nil }
            return min(1, Double(done) / Double(total))
        }
    }

    /// The subject of the job.
    package struct Subject: Hashable, Sendable {
        /// A board's name.
        package let board: String
        /// The board's title in its own language.
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
    /// The person who started it; nil for the server itself.
    package let person: Person.ID?
    package var state: State
    package var progress: Progress
    /// It was asked to stop.
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
