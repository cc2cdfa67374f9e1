import Localisation
import Records

/// What a console shows of a queue at one moment: all of it is durable.
struct ConsoleModel: Sendable {
    /// How many of the line are shown.
    static let lineLimit = 20
    /// Of those parked, and of those missed.
    static let sideLimit = 50

    /// In the words of whoever looks.
    let plan: QueuePlan
    let state: QueueState
    /// Where tickets can be sent to: the installation's queues, this one too.
    var queues: [QueuePlan]
    /// At which whoever looks works; nil: they have not said so.
    var counter: String?
    /// The first in line.
    var line: [Ticket]
    var parked: [Ticket]
    /// Of today, the newest first.
    var missed: [Ticket]
    let now: Timestamp
    /// What came of what was just done.
    var note: Note?
    var isAdministrator: Bool
    /// Whether the counter is asked for although it is known.
    var isChoosing = false

    /// One sentence at the head of the page.
    struct Note: Hashable, Sendable {
        var sentence: String
        var isProblem = false
        /// Whether it can be taken back at the counter.
        var canBeUndone = false
    }

    /// Who is at the counter, and since when.
    var here: QueueState.CounterState? { state.counters.first { $0.name == counter } }
    /// Since when the first in line waits.
    var longest: Timestamp? { line.map(\.joined).min() }
}
