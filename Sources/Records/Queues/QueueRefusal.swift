/// Why a queue refuses a command. Pages word it for people; `description` is for programs and logs.
package enum QueueRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case closed(reason: String?, opens: Timestamp?)
    case paused(reason: String?)
    case full(capacity: Int)
    /// The day's numbers are used up, or there is no room for another ticket.
    case outOfNumbers
    case noSuchQueue
    case noSuchTicket
    case noSuchCounter
    case counterClosed(String)
    case noSuchService
    /// The ticket's state doesn't allow the command.
    case notNow(Ticket.State)
    case atAnotherCounter(String)
    case nobodyThere(counter: String)
    /// The caller expected another ticket at the counter.
    case outrun(counter: String)
    case nothingToUndo
    case noSuchKiosk
    /// Another kiosk of the queue has that name.
    case kioskKnown(name: String)
    case tooManyKiosks(limit: Int)
    /// The prefix can't change while tickets are live: their labels would change.
    case peopleWait
    /// A ticket waits for that service.
    case serviceWanted(label: String)
    case tooManyServices(limit: Int)
    /// An invalid number, text or count: half a sentence.
    case wrong(String)
    /// Too many commands wait for an answer.
    case busy

    package var description: String {
        switch self {
        case .closed(let reason, let opens):
            "The queue is closed." + (reason.map { " \($0)" } ?? "") + (opens.map { " It opens at \($0)." } ?? "")
        case .paused(let reason): "The queue is paused." + (reason.map { " \($0)" } ?? "")
        case .full(let capacity): "The queue is full: \(capacity) wait already."
        case .outOfNumbers: "There are no numbers left today."
        case .noSuchQueue: "There is no such queue."
        case .noSuchTicket: "There is no such ticket."
        case .noSuchCounter: "There is no such counter."
        case .counterClosed(let counter): "Counter \(counter) is closed."
        case .noSuchService: "There is no such service, or no counter gives all of them."
        case .notNow(let state): "That cannot be done with a ticket that is \(state.rawValue)."
        case .atAnotherCounter(let counter): "The ticket is at counter \(counter)."
        case .nobodyThere(let counter): "No one is at counter \(counter)."
        case .outrun(let counter): "Another person was quicker at counter \(counter)."
        case .nothingToUndo: "There is nothing to undo."
        case .noSuchKiosk: "There is no such kiosk."
        case .kioskKnown(let name): "There is a kiosk \(name) already."
        case .tooManyKiosks(let limit): "A queue has \(limit) kiosks at most."
        case .peopleWait: "That cannot be done while people have numbers."
        case .serviceWanted(let label): "Someone is waiting for \(label)."
        case .tooManyServices(let limit): "A queue has \(limit) services at most."
        case .wrong(let detail): "That is not possible: \(detail)."
        case .busy: "Too many wait for an answer. Try again in a moment."
        }
    }

    /// A name for programs: `closed`, `noSuchTicket`.
    package var code: String {
        switch self {
        case .closed: "closed"
        case .paused: "paused"
        case .full: "full"
        case .outOfNumbers: "outOfNumbers"
        case .noSuchQueue: "noSuchQueue"
        case .noSuchTicket: "noSuchTicket"
        case .noSuchCounter: "noSuchCounter"
        case .counterClosed: "counterClosed"
        case .noSuchService: "noSuchService"
        case .notNow: "notNow"
        case .atAnotherCounter: "atAnotherCounter"
        case .nobodyThere: "nobodyThere"
        case .outrun: "outrun"
        case .nothingToUndo: "nothingToUndo"
        case .noSuchKiosk: "noSuchKiosk"
        case .kioskKnown: "kioskKnown"
        case .tooManyKiosks: "tooManyKiosks"
        case .peopleWait: "peopleWait"
        case .serviceWanted: "serviceWanted"
        case .tooManyServices: "tooManyServices"
        case .wrong: "wrong"
        case .busy: "busy"
        }
    }
}
