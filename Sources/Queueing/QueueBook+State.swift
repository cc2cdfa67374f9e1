package import Records

// The public state.
extension QueueBook {
    package func state(of index: Int) -> QueueState {
        let line = lines[index]
        let (opening, reason, opens) = line.opening
        return QueueState(
            plan: line.plan, opening: opening, reason: reason, opens: opens, hours: line.hours, capacity: line.capacity, next: line.next,
            waiting: line.waiting, free: line.capacity.map { max(0, $0 - line.waiting) }, parked: line.parked.count,
            calls: line.calls.map(\.shown),
            counters: line.counters.map { counter in
                QueueState.CounterState(
                    name: counter.name, ticket: counter.ticket.flatMap { ticket($0) }, since: counter.since,
                    isOpen: !line.isClosed(counter.name))
            },
            isLate: line.settings.isLate, edition: line.settings.naming.edition,
            pace: QueueState.Pace(service: line.pace.mean, samples: line.pace.samples.count, counters: serving(line)), day: line.day,
            sequence: line.sequence)
    }

    package func kiosks(of index: Int) -> [QueueKiosk] { lines[index].settings.kiosks }

    package func place(of id: Ticket.ID) -> TicketPlace? {
        guard let ticket = ticket(id), let index = index(of: ticket.line) else { return nil }
        let line = lines[index]
        guard ticket.state == .waiting else { return TicketPlace(ticket: ticket, ahead: 0, estimate: nil, state: state(of: index)) }
        let ahead = line.ahead(of: ticket.place)
        var estimate = line.pace.estimate(ahead: ahead, counters: serving(line))
        // A postponed guest waits at least until that time.
        if let range = estimate, let hold = ticket.notBefore.map({ $0 - now }), hold > range.lowerBound {
            estimate = hold...max(hold, range.upperBound)
        }
        return TicketPlace(ticket: ticket, ahead: ahead, estimate: estimate, state: state(of: index))
    }

    package func place(ofDevice device: String, in queue: String) -> TicketPlace? {
        index(of: queue).flatMap { lines[$0].byDevice[device] }.flatMap { place(of: $0) }
    }

    /// Called tickets, the first waiting ones, and parked ones. An anonymous number is returned as a ticket with the id 0.
    package func waiting(in index: Int, limit: Int) -> [Ticket] {
        let line = lines[index]
        let called = line.counters.compactMap { $0.ticket.flatMap { ticket($0) } }
        let first: [Ticket] = line.slots(limit).compactMap { slot in
            switch slot {
            case .ticket(let id, _): ticket(id)
            case .bare(let number, let joined):
                Ticket(id: 0, queue: line.plan.name, day: line.day, number: number, label: line.plan.label(of: number), joined: joined)
            }
        }
        return called + first + line.parked.prefix(limit).compactMap { ticket($0) }
    }

    /// Open counters that are serving, or were until recently.
    private func serving(_ line: QueueLine) -> Int {
        let lately = now + (.zero - max(.seconds(600), (line.pace.mean ?? .zero) * 2))
        return line.counters.count { !line.isClosed($0.name) && ($0.ticket != nil || $0.since.map { $0 >= lately } ?? false) }
    }
}
