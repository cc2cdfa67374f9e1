import Records

/// What a desk has given within a minute, and may have to write in again (`QueueBook.mend`).
struct GivenNumbers: Sendable {
    /// Bare numbers, one after the other.
    struct Numbers: Sendable {
        let queue: String
        let day: Int64
        let first: Int
        var last: Int
        let joined: Timestamp
    }

    private struct Group: Sendable {
        let at: ContinuousClock.Instant
        let numbers: [Numbers]
        let tickets: [Ticket]
        let blocks: [QueueWriting.Block]
    }

    private static let kept = Duration.seconds(60)
    /// Oldest first.
    private var groups: [Group] = []

    /// Notes a group that is durable and about to be answered. `numbers`: each bare number with its queue.
    mutating func note(
        _ numbers: [(queue: String, day: Int64, number: Int)], _ writing: QueueWriting, joined: Timestamp,
        at now: ContinuousClock.Instant = .now
    ) {
        // Seldom, since the others move up.
        if let first = groups.first, now - first.at > Self.kept * 2 { groups.removeAll { now - $0.at > Self.kept } }
        guard !numbers.isEmpty || !writing.tickets.isEmpty || !writing.blocks.isEmpty else { return }
        var spans: [Numbers] = []
        for (queue, day, number) in numbers {
            if let last = spans.last, last.queue == queue, last.day == day, last.last == number - 1 {
                spans[spans.count - 1].last = number
            } else {
                spans.append(Numbers(queue: queue, day: day, first: number, last: number, joined: joined))
            }
        }
        groups.append(Group(at: now, numbers: spans, tickets: writing.tickets, blocks: writing.blocks))
    }

    func numbers(in queue: String) -> [Numbers] { groups.flatMap(\.numbers).filter { $0.queue == queue } }

    func blocks(in queue: String) -> [QueueWriting.Block] { groups.flatMap(\.blocks).filter { $0.queue == queue } }

    /// The tickets in a queue's line, as the desk has last written them.
    func tickets(in line: String) -> [Ticket] {
        var last: [Ticket.ID: Ticket] = [:]
        for ticket in groups.flatMap(\.tickets) { last[ticket.id] = ticket }
        return last.values.filter { $0.line == line }.sorted { ($0.joined, $0.id) < ($1.joined, $1.id) }
    }
}
