package import Records

// Scheduled changes.
extension QueueBook {
    /// Including the hour of a clock change. A later end was computed by a clock that ran ahead.
    private static let longestDay = Duration.seconds(26 * 3600)

    /// Applies everything due by the clock: the end of the day, opening hours, postponed tickets. Cheap if nothing is due.
    package mutating func tick(at time: Timestamp) {
        now = time
        for index in lines.indices where held?.contains(index) ?? true {
            if let resets = lines[index].resets, let reset = lines[index].plan.reset, resets - now > Self.longestDay {
                lines[index].resets = reset.next(after: now, in: lines[index].plan.zone)
            }
            if let resets = lines[index].resets, resets <= now { startDay(index, by: QueueActor(kind: .program, name: "clock")) }
            if !lines[index].opened.holds(at: now) {
                let was = lines[index].opening.0
                lines[index].opened = Opened(lines[index].hours, of: lines[index].plan, at: now)
                if lines[index].opening.0 != was { lines[index].news.isTouched = true }
            }
            if let until = lines[index].settings.override?.until, until <= now {
                lines[index].settings.override = nil
                touch(index, writes: true)
            }
            let ready = lines[index].held.release(at: now)
            if ready > 0 {
                lines[index].news.ready += ready
                touch(index, writes: false)
            }
        }
    }

    /// When `tick` next has something to do.
    package var dueByClock: Timestamp? { lines.compactMap(\.due).min() }

    /// Updates the time until which a ticket is postponed.
    mutating func noteHeld(_ ticket: Ticket, was old: Ticket?) {
        if let old, let until = old.heldUntil, let line = index(of: old.line) { lines[line].held.remove(old.id, until: until) }
        if let until = ticket.heldUntil, let line = index(of: ticket.line) { lines[line].held.insert(ticket.id, until: until) }
    }
}

extension Ticket {
    fileprivate var heldUntil: Timestamp? { state == .waiting ? notBefore : nil }
}
