/// Whatever can be done to a queue. Decided by `QueueBook`, one after the other, and durable before anybody hears the reply.
package enum QueueCommand: Hashable, Sendable {
    /// A bare number.
    case take
    /// The live ticket of that device, or a new one.
    case join(device: String?, services: [String], guest: [PersonalField: String])
    /// By the guest; of one that has ended already nothing happens.
    case leave(Ticket.ID)
    /// Finishes who is at the counter, and calls the first who may come there. Refused if somebody else is there than whoever asks believes.
    case next(counter: String, after: Present = .anybody)
    /// A certain one: waiting, parked, bare, or a no-show who came after all. Finishes who is at the counter.
    case call(number: Int, counter: String)
    case recall(counter: String)
    /// With a service still wanted, it goes to the front of the line for it.
    case finish(Ticket.ID)
    case noShow(Ticket.ID)
    case park(Ticket.ID)
    case unpark(Ticket.ID, front: Bool)
    /// Back into the line, behind so many.
    case skip(Ticket.ID, behind: Int)
    /// Keeps its place, and is not called before.
    case hold(Ticket.ID, until: Timestamp)
    case transfer(Ticket.ID, to: String, front: Bool)
    /// The last act at this counter, if nothing has happened to its tickets since.
    case undo(counter: String)
    case setState(QueueState.Opening, reason: String?)
    /// nil: as many as come.
    case setCapacity(Int?)
    /// nil: as the board declares them.
    case setHours(OpeningHours?)
    case setLate(Bool)
    /// A closed counter calls nobody. Whoever is there can still be served to the end.
    case setCounter(String, isOpen: Bool)
    /// What people call it, and what is before its numbers; nil: as the board declares it.
    case setNames(label: String?, prefix: String?)
    /// At the end of its services.
    case addService(label: String, minutes: Int?, counters: [String])
    /// `label` nil: it stays as it is.
    case changeService(String, label: String?, minutes: Int?, counters: [String])
    /// Before the one that is before it.
    case raiseService(String)
    /// Refused while somebody waits for it.
    case removeService(String)
    /// As the board declares them.
    case restoreServices
    /// Numbers begin at 1 again; who still waits has left.
    case startDay
    /// A device that gives numbers. What a kiosk does is refused from the moment on at which it is taken away.
    case enrolKiosk(QueueKiosk.ID, name: String)
    case removeKiosk(QueueKiosk.ID)
    /// Numbers for a kiosk that may lose the network: nobody else gets them.
    case reserve(kiosk: String, count: Int)
    /// What the kiosk gave of them meanwhile; of those known already nothing happens.
    case reconcile(kiosk: String, used: [KioskTicket])
    /// Forgets what guests said whose tickets ended before then, and by which devices they came. It is not for people to ask.
    case erase(endedBefore: Timestamp)

    /// Whom somebody who asks for the next believes to be at the counter: two browsers at one counter may press at once.
    package enum Present: Hashable, Sendable {
        /// Whoever it is.
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

/// A number that a kiosk gave by itself.
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
    /// Nobody waits who may come.
    case nobody
    case block(ClosedRange<Int>)
    case done
}

/// Who did it, for the trail of what was done: never more than an account's number.
package struct QueueActor: Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case guest, clerk, kiosk, program
    }

    package let kind: Kind
    package let person: Int64?
    /// Of the kiosk, by which the desk knows it, or the program; a person's name is not written down.
    package let name: String?

    package init(kind: Kind, person: Int64? = nil, name: String? = nil) {
        self.kind = kind
        self.person = person
        self.name = name
    }

    package static let guest = QueueActor(kind: .guest)
}
