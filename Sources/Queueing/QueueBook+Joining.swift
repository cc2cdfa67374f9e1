import Records

// Joining and leaving a queue.
extension QueueBook {
    /// The maximum number of services per ticket.
    static let serviceLimit = 8

    mutating func join(
        _ line: Int, _ device: String?, _ services: [String], _ guest: [PersonalField: String], _ actor: QueueActor
    ) throws(QueueRefusal) -> Ticket {
        let plan = lines[line].plan
        let device = device.map { String($0.prefix(128)) }
        if let device, let id = lines[line].byDevice[device], let ticket = ticket(id), ticket.state.isLive { return ticket }
        let services = try wanted(services, plan)
        // Tickets created without an account have their own limit, unless the operator sets a capacity.
        let isOpenToAll = actor.kind == .guest || actor.kind == .program
        let limit = isOpenToAll && lines[line].capacity == nil ? QueueLine.guestLimit : QueueLine.ticketLimit
        guard lines[line].order.count + lines[line].parked.count < limit else { throw .full(capacity: limit) }
        let number = try newNumber(line)
        var said: [PersonalField: String] = [:]
        for field in plan.asks {
            if let text = guest[field]?.trimmingWhitespace(), !text.isEmpty { said[field] = text.limited(to: PersonalField.lengthLimit) }
        }
        let ticket = add(number, line, services: services, joined: now, device: device, guest: said)
        note(.join, line, ticket, by: actor)
        return ticket
    }

    /// The requested services, without duplicates, in the queue's order.
    func wanted(_ services: [String], _ plan: QueuePlan) throws(QueueRefusal) -> [String] {
        var wanted: [String] = []
        for service in services where !wanted.contains(service) {
            guard plan.service(service) != nil, wanted.count < Self.serviceLimit else { throw .noSuchService }
            wanted.append(service)
        }
        return wanted
    }

    mutating func leave(_ id: Ticket.ID, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        // A guest can leave through the queue that issued the number, even if the ticket was transferred.
        let name = lines[line].plan.name
        guard var ticket = ticket(id), ticket.line == name || ticket.queue == name else { throw .noSuchTicket }
        guard ticket.state.isLive else { return }
        let counter = ticket.state == .called ? ticket.counter : nil
        (ticket.state, ticket.ended, ticket.notBefore) = (.left, now, nil)
        put(ticket)
        note(.leave, line, ticket, at: counter, by: actor)
    }

    // MARK: Numbers

    /// The next number. All numbers come from here, except the blocks of kiosks.
    mutating func newNumber(_ line: Int) throws(QueueRefusal) -> Int {
        let (opening, reason, opens) = lines[line].opening
        switch opening {
        case .open: break
        case .paused: throw .paused(reason: reason)
        case .closed: throw .closed(reason: reason, opens: opens)
        }
        if let capacity = lines[line].capacity, lines[line].waiting >= capacity { throw .full(capacity: capacity) }
        let number = lines[line].next
        guard number <= Ticket.numberLimit else { throw .outOfNumbers }
        lines[line].next = lines[line].afterBlocks(number + 1)
        touch(line, writes: true)
        return number
    }
}
