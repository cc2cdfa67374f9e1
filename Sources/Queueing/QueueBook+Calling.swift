import Records

// Actions at a counter.
extension QueueBook {
    mutating func callNext(
        _ counter: String, after present: QueueCommand.Present, _ line: Int, _ actor: QueueActor
    ) throws(QueueRefusal) -> QueueReply {
        guard let index = lines[line].counter(counter) else { throw .noSuchCounter }
        guard !lines[line].isClosed(counter) else { throw .counterClosed(counter) }
        guard present.fits(lines[line].counters[index].ticket) else { throw .outrun(counter: counter) }
        return try acting(at: counter, line) { (book: inout QueueBook) throws(QueueRefusal) in
            book.clear(counter, line, actor)
            guard let first = book.first(for: counter, line) else { return .nobody }
            return .ticket(book.bring(first, to: counter, line, actor))
        }
    }

    mutating func call(_ number: Int, _ counter: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) -> Ticket {
        guard lines[line].counter(counter) != nil else { throw .noSuchCounter }
        let name = lines[line].plan.name
        let own = lines[line].byNumber[number].flatMap { ticket($0) }
        // A number transferred from another queue can be called here unless this queue has the same number.
        let known = own?.line == name ? own : own == nil ? transferred(number, line) : nil
        if let known {
            switch known.state {
            case .called where known.counter == counter: return try recall(counter, line, actor)
            case .called: throw .atAnotherCounter(known.counter ?? "")
            case .finished, .left: throw .notNow(known.state)
            case .waiting, .parked, .noShow: break
            }
        } else if own != nil || !lines[line].bare.contains(number) {
            throw .noSuchTicket
        }
        guard !lines[line].isClosed(counter) else { throw .counterClosed(counter) }
        return try acting(at: counter, line) { (book: inout QueueBook) throws(QueueRefusal) in
            guard let ticket = known ?? book.makeTicket(of: number, line) else { throw .noSuchTicket }
            book.clear(counter, line, actor)
            return book.bring(ticket, to: counter, line, actor)
        }
    }

    mutating func recall(_ counter: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) -> Ticket {
        var ticket = try there(counter, line)
        ticket.calls += 1
        put(ticket)
        show(ticket, line, at: now)
        lines[line].news.called.append(ticket.id)
        note(.recall, line, ticket, at: counter, by: actor)
        return ticket
    }

    mutating func finish(_ id: Ticket.ID, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        let ticket = try called(id, line)
        try acting(at: ticket.counter, line) { (book: inout QueueBook) throws(QueueRefusal) in book.end(ticket, line, actor) }
    }

    mutating func noShow(_ id: Ticket.ID, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        var ticket = try called(id, line)
        try acting(at: ticket.counter, line) { (book: inout QueueBook) throws(QueueRefusal) in
            (ticket.state, ticket.ended) = (.noShow, book.now)
            book.put(ticket)
            book.note(.noShow, line, ticket, at: ticket.counter, by: actor)
        }
    }

    mutating func undo(_ counter: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard let index = lines[line].counter(counter) else { throw .noSuchCounter }
        guard let act = lines[line].counters[index].lastAct, act.after.allSatisfy({ isUnchanged($0) }) else { throw .nothingToUndo }
        // Tickets now at the counter leave it first, to make room for the earlier one.
        let there = Set(act.after.filter { $0.state == .called }.map(\.id))
        let before = act.before.filter { there.contains($0.id) } + act.before.filter { !there.contains($0.id) }
        for ticket in before where ticket.state == .called {
            let present = ticket.counter.flatMap { lines[line].counter($0) }.flatMap { lines[line].counters[$0].ticket }
            guard present == nil || before.contains(where: { $0.id == present }) else { throw .nothingToUndo }
        }
        lines[line].counters[index].lastAct = nil
        for ticket in before {
            let now = put(ticket)
            lines[line].pace.forget(ticket.id)
            if now.state == .called { show(now, line) } else { lines[line].calls.removeAll { $0.ticket == now.id } }
            note(.undo, line, now, at: counter, by: actor)
        }
    }

    /// Whether nothing has happened to the ticket since, except that it was called again: that leaves nothing to revert.
    private func isUnchanged(_ then: Ticket) -> Bool {
        guard var now = ticket(then.id) else { return false }
        now.calls = then.calls
        return now == then
    }

    // MARK: Steps

    /// Finishes the ticket at the counter.
    private mutating func clear(_ counter: String, _ line: Int, _ actor: QueueActor) {
        if let ticket = try? there(counter, line) { end(ticket, line, actor) }
    }

    /// Finishes one service. If another is wanted, the ticket waits for it at its old place, before all later tickets.
    private mutating func end(_ ticket: Ticket, _ line: Int, _ actor: QueueActor) {
        var ticket = ticket
        let counter = ticket.counter
        if let called = ticket.called { lines[line].pace.note(.init(ticket: ticket.id, duration: now - called)) }
        if ticket.services.count > 1 {
            ticket.services.removeFirst()
            (ticket.state, ticket.counter) = (.waiting, nil)
        } else {
            (ticket.state, ticket.ended) = (.finished, now)
        }
        put(ticket)
        note(.finish, line, ticket, at: counter, by: actor)
    }

    /// The first waiting ticket for that counter: not postponed, and requesting a service offered there.
    private mutating func first(for counter: String, _ line: Int) -> Ticket? {
        let number = lines[line].bare.first
        for place in lines[line].order.places {
            if let number, Ticket.place(of: number) < place { break }
            if let id = lines[line].order[place], let ticket = ticket(id), mayCome(ticket, to: counter, line) { return ticket }
        }
        return number.flatMap { makeTicket(of: $0, line) }
    }

    private func mayCome(_ ticket: Ticket, to counter: String, _ line: Int) -> Bool {
        if let notBefore = ticket.notBefore, notBefore > now { return false }
        guard let service = ticket.services.first.flatMap({ lines[line].plan.service($0) }) else { return true }
        return service.counters.contains(counter)
    }

    private mutating func bring(_ ticket: Ticket, to counter: String, _ line: Int, _ actor: QueueActor) -> Ticket {
        var ticket = ticket
        (ticket.state, ticket.counter, ticket.called, ticket.ended, ticket.notBefore) = (.called, counter, now, nil, nil)
        ticket.calls += 1
        put(ticket)
        show(ticket, line)
        lines[line].news.called.append(ticket.id)
        note(.call, line, ticket, at: counter, by: actor)
        return ticket
    }

    private func there(_ counter: String, _ line: Int) throws(QueueRefusal) -> Ticket {
        guard let index = lines[line].counter(counter) else { throw .noSuchCounter }
        guard let ticket = lines[line].counters[index].ticket.flatMap({ ticket($0) }) else { throw .nobodyThere(counter: counter) }
        return ticket
    }

    /// A ticket at one of this queue's counters.
    private func called(_ id: Ticket.ID, _ line: Int) throws(QueueRefusal) -> Ticket {
        guard let ticket = ticket(id), ticket.line == lines[line].plan.name else { throw .noSuchTicket }
        guard ticket.state == .called else { throw .notNow(ticket.state) }
        return ticket
    }

    private func transferred(_ number: Int, _ line: Int) -> Ticket? {
        let name = lines[line].plan.name
        return tickets.values.filter { $0.number == number && $0.line == name && $0.queue != name && $0.state.isLive }.min { $0.id < $1.id }
    }
}
