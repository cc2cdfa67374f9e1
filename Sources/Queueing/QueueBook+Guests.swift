import Records

// Who is to be told, and what is to be forgotten.
extension QueueBook {
    /// So many at the head of a line may have to hear that they are near.
    private static let frontLength = (TicketListener.choices.max() ?? 0) + 1

    /// Whoever is near their turn in the lines in which somebody stopped waiting, or holding back, since the last commit. Who is not to be called yet is
    /// not told either.
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

    /// Of tickets that this queue gave. An act that would bring back what is forgotten cannot be undone any more.
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
