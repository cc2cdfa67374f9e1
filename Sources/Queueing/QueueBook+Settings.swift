import Records

// Staff settings, and the end of the day.
extension QueueBook {
    private static let reasonLimit = 200
    private static let capacityLimit = 1_000_000

    /// Open, outside opening hours: until the hours start again. Closed or paused: until staff open it or the day ends.
    mutating func setState(_ opening: QueueState.Opening, _ reason: String?, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        let reason = reason?.trimmingWhitespace()
        guard reason?.count ?? 0 <= Self.reasonLimit else { throw .wrong("a reason has at most \(Self.reasonLimit) characters") }
        lines[line].opened = Opened(lines[line].hours, of: lines[line].plan, at: now)
        let opened = lines[line].opened
        if opening == .open, opened.isOpen {
            lines[line].settings.override = nil
        } else {
            lines[line].settings.override = .init(
                opening: opening, reason: reason?.isEmpty == false ? reason : nil, until: opening == .open ? opened.opens : nil)
        }
        touch(line, writes: true)
        note(.setState, line, by: actor, opening.rawValue)
    }

    mutating func setCapacity(_ people: Int?, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        if let people, !(1...Self.capacityLimit).contains(people) { throw .wrong("1 to \(Self.capacityLimit) people may wait") }
        lines[line].settings.capacity = .init(people: people)
        touch(line, writes: true)
        note(.setCapacity, line, by: actor, people.map { "\($0)" } ?? "none")
    }

    mutating func setHours(_ hours: OpeningHours?, isCleared: Bool = false, _ line: Int, _ actor: QueueActor) {
        (lines[line].settings.hours, lines[line].settings.hasNoHours) = (hours, isCleared)
        lines[line].settings.override = nil
        lines[line].opened = Opened(lines[line].hours, of: lines[line].plan, at: now)
        touch(line, writes: true)
        let detail = hours?.texts.map { "\($0.days) \($0.spans)" }.joined(separator: "; ")
        note(.setHours, line, by: actor, detail ?? (isCleared ? "none" : "as declared"))
    }

    mutating func setLate(_ isLate: Bool, _ line: Int, _ actor: QueueActor) {
        lines[line].settings.isLate = isLate
        touch(line, writes: true)
        note(.setLate, line, by: actor, isLate ? "late" : "in time")
    }

    mutating func setCounter(_ counter: String, isOpen: Bool, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard lines[line].counter(counter) != nil else { throw .noSuchCounter }
        guard isOpen == lines[line].isClosed(counter) else { return }
        let closed = lines[line].settings.closedCounters
        lines[line].settings.closedCounters = lines[line].plan.counters.filter { $0 == counter ? !isOpen : closed.contains($0) }
        hideCalls(line)
        touch(line, writes: true)
        note(isOpen ? .openCounter : .closeCounter, line, at: counter, by: actor)
    }

    /// Waiting tickets leave, tickets at counters are finished, and numbers restart at 1. The history stays in the store.
    mutating func startDay(_ line: Int, by actor: QueueActor) {
        let name = lines[line].plan.name
        lines[line].held = HeldTickets()
        for ticket in tickets.values.filter({ $0.line == name && $0.state.isLive }).sorted(by: { $0.id < $1.id }) {
            var ended = ticket
            (ended.state, ended.ended, ended.notBefore) = (ticket.state == .called ? .finished : .left, now, nil)
            put(ended)
        }
        for (number, _) in lines[line].bare.prefix(QueueLine.News.placeLimit) { lines[line].news.noteGone(Ticket.place(of: number)) }
        lines[line].bare = BareNumbers()
        (lines[line].byNumber, lines[line].blocks, lines[line].calls) = ([:], [], [])
        for index in lines[line].counters.indices { (lines[line].counters[index].lastAct, lines[line].counters[index].since) = (nil, nil) }
        lines[line].day += 1
        (lines[line].began, lines[line].next) = (now, 1)
        lines[line].settings.isLate = false
        if lines[line].hours != nil { lines[line].settings.override = nil }
        lines[line].opened = Opened(lines[line].hours, of: lines[line].plan, at: now)
        lines[line].resets = lines[line].plan.reset.map { $0.next(after: now, in: lines[line].plan.zone) }
        noteDay(line)
        note(.startDay, line, by: actor)
    }
}
