/// All commands of a queue. `QueueBook` decides them in order, and each is durable before its caller gets the reply.
package enum QueueCommand: Hashable, Sendable {
    /// Takes an anonymous number.
    case take
    /// Returns the device's live ticket, or a new one.
    case join(device: String?, services: [String], guest: [PersonalField: String])
    /// By the guest; has no effect on a ticket that has ended.
    case leave(Ticket.ID)
    /// Finishes the ticket at the counter and calls the next eligible one. Refused if the caller expects another ticket there.
    case next(counter: String, after: Present = .anybody)
    /// Calls a chosen number: waiting, parked, anonymous, or a no-show who came after all. Finishes the ticket at the counter.
    case call(number: Int, counter: String)
    case recall(counter: String)
    /// If another service is still wanted, the ticket goes to the front of the line for it.
    case finish(Ticket.ID)
    case noShow(Ticket.ID)
    case park(Ticket.ID)
    case unpark(Ticket.ID, front: Bool)
    /// Moves the ticket back in the line, behind this many others.
    case skip(Ticket.ID, behind: Int)
    /// The ticket keeps its place and isn't called before then.
    case hold(Ticket.ID, until: Timestamp)
    case transfer(Ticket.ID, to: String, front: Bool)
    /// Undoes the last act at this counter, if nothing has happened to its tickets since except `recall`, which is never undone itself.
    case undo(counter: String)
    case setState(QueueState.Opening, reason: String?)
    /// nil: no limit.
    case setCapacity(Int?)
    /// nil: the board file's hours.
    case setHours(OpeningHours?)
    /// No hours: the queue is open until staff close it.
    case clearHours
    case setLate(Bool)
    /// No ticket is called to a closed counter. The person who is there can still be served.
    case setCounter(String, isOpen: Bool)
    /// The queue's name and the prefix of its numbers; nil: the board file's.
    case setNames(label: String?, prefix: String?)
    /// The zone of its hours and its days; nil: the board file's.
    case setZone(String?)
    /// Adds it after the other services.
    case addService(label: String, minutes: Int?, counters: [String])
    /// `label` nil: it stays the same.
    case changeService(String, label: String?, minutes: Int?, counters: [String])
    /// Swaps the service with the one before it.
    case raiseService(String)
    /// Refused while a ticket waits for it.
    case removeService(String)
    /// Restores the board file's services.
    case restoreServices
    /// Numbers begin at 1 again. Live tickets end: those at a counter as finished, the others as left.
    case startDay
    /// Turns a device into a kiosk, which issues numbers. After its removal, its requests are rejected.
    case enrolKiosk(QueueKiosk.ID, name: String)
    case removeKiosk(QueueKiosk.ID)
    /// Reserves numbers for a kiosk that may lose its network; no other ticket gets them.
    case reserve(kiosk: String, count: Int)
    /// The numbers that the kiosk issued meanwhile; known ones have no effect.
    case reconcile(kiosk: String, used: [KioskTicket])
    /// Erases guests' data and devices of tickets that ended before then. Not available to people.
    case erase(endedBefore: Timestamp)

    /// The ticket that the caller of `next` expects at the counter: two browsers at one counter may press at the same time.
    package enum Present: Hashable, Sendable {
        /// Any ticket, or none.
        case anybody
        case nobody
        case ticket(Ticket.ID)

        package func fits(_ there: Ticket.ID?) -> Bool {
            switch self {
            case .anybody: true
            case .nobody: there == nil
            case .ticket(let id): there == id
            }
        }
    }
}

/// A number that a kiosk issued on its own.
package struct KioskTicket: Hashable, Codable, Sendable {
    package let number: Int
    package let joined: Timestamp
    package let services: [String]

    package init(number: Int, joined: Timestamp, services: [String] = []) {
        self.number = number
        self.joined = joined
        self.services = services
    }
}

package enum QueueReply: Hashable, Sendable {
    case number(Int)
    case ticket(Ticket)
    /// No ticket is eligible.
    case nobody
    case block(ClosedRange<Int>)
    case done
}

/// Who did it, for the audit trail: an account is stored only as its number.
package struct QueueActor: Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case guest, clerk, kiosk, program
    }

    package let kind: Kind
    package let person: Int64?
    /// The name of the kiosk, which `QueueDesk` knows, or of the program; a person's name isn't stored.
    package let name: String?

    package init(kind: Kind, person: Int64? = nil, name: String? = nil) {
        self.kind = kind
        self.person = person
        self.name = name
    }

    package static let guest = QueueActor(kind: .guest)
}
