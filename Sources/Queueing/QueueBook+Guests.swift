import Records

// Notifications for guests, and erasure.
extension QueueBook {
    /// How many tickets at the front of a queue may need a notification.
    private static let frontLength = (TicketListener.choices.max() ?? 0) + 1

    /// The front of each queue in which a ticket stopped waiting or being postponed since the last commit. Postponed tickets are not
    /// notified.
    var fronts: [QueueWriting.Front] {
        lines.filter { !$0.news.gone.isEmpty || $0.news.ready > 0 }.flatMap { line in
            line.slots(Self.frontLength).enumerated().compactMap { ahead, slot -> QueueWriting.Front? in
                guard case .ticket(let id, _) = slot, let ticket = ticket(id), ticket.notBefore.map({ $0 <= now }) ?? true else {
                    return nil
                }
                return QueueWriting.Front(ticket: id, ahead: ahead, at: now)
            }
        }
    }

    /// Erases tickets issued by this queue. An action that would restore erased data can't be undone any more.
    mutating func erase(endedBefore before: Timestamp, _ line: Int) {
        let name = lines[line].plan.name
        for ticket in tickets.values where ticket.queue == name && ticket.ended.map({ $0 < before }) ?? false {
            guard ticket.device != nil || !ticket.guest.isEmpty else { continue }
            if let device = ticket.device, lines[line].byDevice[device] == ticket.id { lines[line].byDevice[device] = nil }
            var erased = ticket
            (erased.device, erased.guest) = (nil, [:])
            rewrite(erased)
            for index in lines.indices {
                for counter in lines[index].counters.indices
                where lines[index].counters[counter].lastAct?.before.contains(where: { $0.id == ticket.id }) ?? false {
                    lines[index].counters[counter].lastAct = nil
                }
            }
        }
    }
}
