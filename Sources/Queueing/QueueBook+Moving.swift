import Records

// Moving tickets out of a queue, back, or to another.
extension QueueBook {
    /// How many tickets can go before a returned one.
    static let skipLimit = 1_000

    mutating func park(_ id: Ticket.ID, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        try move(id, line, from: [.waiting, .called], as: .park, actor) { $0.state = .parked }
    }

    mutating func unpark(_ id: Ticket.ID, front: Bool, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        let own = ticket(id)?.place ?? 0
        let place = front ? lines[line].front(own: own) : own
        try move(id, line, from: [.parked], as: .unpark, actor) { ($0.state, $0.place, $0.notBefore) = (.waiting, place, nil) }
    }

    mutating func skip(_ id: Ticket.ID, behind: Int, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard (0...Self.skipLimit).contains(behind) else { throw .wrong("0 to \(Self.skipLimit) may be let before") }
        let place = lines[line].place(behind: behind, own: ticket(id)?.place ?? 0)
        try move(id, line, from: [.waiting, .called], as: .skip, actor, "\(behind)") { ($0.state, $0.place) = (.waiting, place) }
    }

    /// Also for a ticket at a counter, which returns to its place.
    mutating func hold(_ id: Ticket.ID, until: Timestamp, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard until <= now + .seconds(86_400) else { throw .wrong("a ticket is held for a day at most") }
        try move(id, line, from: [.waiting, .called], as: .hold, actor, until.description) { ($0.state, $0.notBefore) = (.waiting, until) }
    }

    mutating func transfer(_ id: Ticket.ID, to target: String, front: Bool, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard let other = index(of: target), other != line else { throw .noSuchQueue }
        guard lines[other].order.count < QueueLine.ticketLimit else { throw .full(capacity: QueueLine.ticketLimit) }
        let place = front ? lines[other].front(own: lines[other].end) : lines[other].end
        let plan = lines[other].plan
        try move(id, line, from: [.waiting, .parked, .called], as: .transfer, actor, target) { ticket in
            (ticket.state, ticket.line, ticket.place, ticket.notBefore) = (.waiting, target, place, nil)
            ticket.services = ticket.services.filter { plan.service($0) != nil }
        }
    }

    /// Changes a ticket of this queue in one of these states. At a counter this is an action that can be undone.
    private mutating func move(
        _ id: Ticket.ID, _ line: Int, from states: Set<Ticket.State>, as kind: QueueAct.Kind, _ actor: QueueActor, _ detail: String? = nil,
        _ change: (inout Ticket) -> Void
    ) throws(QueueRefusal) {
        guard let ticket = ticket(id), ticket.line == lines[line].plan.name else { throw .noSuchTicket }
        guard states.contains(ticket.state) else { throw .notNow(ticket.state) }
        let counter = ticket.state == .called ? ticket.counter : nil
        try acting(at: counter, line) { (book: inout QueueBook) throws(QueueRefusal) in
            var changed = ticket
            if ticket.state == .called { changed.counter = nil }
            change(&changed)
            book.put(changed)
            book.note(kind, line, changed, at: counter, by: actor, detail)
        }
    }
}
