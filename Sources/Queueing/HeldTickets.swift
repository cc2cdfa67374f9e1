import Records

/// The postponed tickets of a queue, earliest first, so the clock check reads a single ticket.
struct HeldTickets: Sendable {
    private struct Held: Comparable {
        let until: Timestamp
        let ticket: Ticket.ID

        static func < (left: Held, right: Held) -> Bool { (left.until, left.ticket) < (right.until, right.ticket) }
    }

    private var tickets: [Held] = []

    /// When the first ticket becomes callable.
    var next: Timestamp? { tickets.first?.until }

    mutating func insert(_ ticket: Ticket.ID, until: Timestamp) {
        let held = Held(until: until, ticket: ticket)
        tickets.insert(held, at: index(of: held))
    }

    mutating func remove(_ ticket: Ticket.ID, until: Timestamp) {
        let held = Held(until: until, ticket: ticket)
        let index = index(of: held)
        if index < tickets.count, tickets[index] == held { tickets.remove(at: index) }
    }

    /// Removes the tickets that are callable by now and returns their number.
    mutating func release(at now: Timestamp) -> Int {
        guard let next, next <= now else { return 0 }
        let count = index(of: Held(until: now, ticket: .max))
        tickets.removeFirst(count)
        return count
    }

    /// The index of the first ticket not before it.
    private func index(of held: Held) -> Int {
        var (low, high) = (0, tickets.count)
        while low < high {
            let middle = (low + high) / 2
            if tickets[middle] < held { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
