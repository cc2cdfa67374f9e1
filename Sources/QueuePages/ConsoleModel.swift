import Localisation
import Records

/// A console's snapshot of a queue. All of it is durable.
struct ConsoleModel: Sendable {
    /// The most waiting tickets that are shown.
    static let lineLimit = 20
    /// The most parked and the most missed tickets that are shown.
    static let sideLimit = 50

    /// With labels in the reader's language.
    let plan: QueuePlan
    let state: QueueState
    /// Possible destinations of a transfer: all queues of the installation, including this one.
    var queues: [QueuePlan]
    /// The clerk's counter; nil if not selected.
    var counter: String?
    /// The first waiting tickets.
    var line: [Ticket]
    var parked: [Ticket]
    /// Today's missed tickets, newest first.
    var missed: [Ticket]
    let now: Timestamp
    /// The result of the last action.
    var note: Note?
    var isAdministrator: Bool
    /// Whether to ask for the counter even though one is selected.
    var isChoosing = false

    /// A one-sentence message at the top of the page.
    struct Note: Hashable, Sendable {
        var sentence: String
        var isProblem = false
        /// Whether the action can be undone at the counter.
        var canBeUndone = false
    }

    /// The counter's state, with its current ticket.
    var here: QueueState.CounterState? { state.counters.first { $0.name == counter } }
    /// When the longest-waiting ticket joined.
    var longest: Timestamp? { line.map(\.joined).min() }
}
