import Foundation
import Records

// A book of queues that other desks change too. In its turn a desk holds some of the queues, takes in what others have changed in them, and
// decides (Decision 67).
extension QueueBook {
    /// The queues that a command may change: its own, and those of the tickets that it may move.
    func lines(changedBy command: QueueCommand, in queue: String) -> Set<Int> {
        guard let line = index(of: queue) else { return [] }
        var names: [String] = []
        switch command {
        case .leave(let id): names = ticket(id).map { [$0.line] } ?? []
        case .join(let device?, _, _): names = lines[line].byDevice[device].flatMap { ticket($0) }.map { [$0.line] } ?? []
        case .transfer(let id, let target, _): names = [target] + (ticket(id).map { [$0.line] } ?? [])
        case .undo(let counter):
            let act = lines[line].counter(counter).flatMap { lines[line].counters[$0].lastAct }
            names = act.map { ($0.before + $0.after).map(\.line) } ?? []
        case .erase: return Set(lines.indices)
        default: break
        }
        return Set([line] + names.compactMap { index(of: $0) })
    }

    /// How many tickets a command makes at most.
    static func tickets(madeBy command: QueueCommand) -> Int {
        switch command {
        case .join, .next, .call: 1
        case .reconcile(_, let used): used.count
        default: 0
        }
    }

    /// The queues in which something is due by the clock.
    func linesDue(at time: Timestamp) -> Set<Int> { Set(lines.indices.filter { lines[$0].due.map { $0 <= time } ?? false }) }

    /// The versions of queues, by their names.
    func versions(of indexes: some Sequence<Int>) -> [String: Int64] {
        Dictionary(indexes.map { (lines[$0].plan.name, lines[$0].version) }) { first, _ in first }
    }

    /// Raises the versions of the queues that have changed since the last commit.
    mutating func raiseVersions() {
        var changed = writing.lines.union(writing.days).union(writing.wholes).union(writing.spans.keys.map(\.line))
        changed.formUnion(writing.tickets.compactMap { ticket($0).flatMap { index(of: $0.line) } })
        changed.formUnion((writing.blocks.map(\.queue) + writing.acts.map(\.queue)).compactMap { index(of: $0) })
        changed.formUnion(lines.indices.filter { lines[$0].news.isTouched })
        for index in changed { lines[index].version += 1 }
        writing.lines = changed
    }

    // MARK: Taking in

    /// Takes in what other desks have changed. False if the rows don't say all: then the whole book has to be read.
    mutating func take(_ reading: QueueReading) -> Bool {
        now = reading.time
        var changed: Set<Int> = []
        for row in reading.lines {
            guard let index = index(of: row.name) else { continue }
            guard fits(row, index) else { return false }
            if row.version > lines[index].version { changed.insert(index) }
        }
        guard !changed.isEmpty else { return true }
        takeNumbers(reading, changed)
        // In the order of calls, because the display shows the last ones.
        let tickets = reading.tickets.filter { ticket in index(of: ticket.line).map(changed.contains) ?? false }
            .sorted { ($0.called ?? $0.joined, $0.id) < ($1.called ?? $1.joined, $1.id) }
        // All of them leave first, since one may have another's place.
        for ticket in tickets { leave(ticket) }
        for ticket in tickets {
            guard enter(ticket) else { return false }
        }
        for index in changed { forgetOldest(index) }
        forgetReading()
        return true
    }

    /// Whether the changed rows say everything that has happened to the queue since.
    private mutating func fits(_ row: QueueReading.Line, _ index: Int) -> Bool {
        let line = lines[index]
        guard row.version >= line.version, row.whole <= line.version, row.day == line.day else { return false }
        guard line.timeline.isEmpty || line.timeline == row.timeline else { return false }
        lines[index].timeline = row.timeline
        guard row.settings != line.storedSettings else { return true }
        let settings = try? JSONDecoder().decode(QueueSettings.self, from: Data(row.settings.utf8))
        guard settings == line.settings else { return false }
        lines[index].storedSettings = row.settings
        return true
    }

    private mutating func takeNumbers(_ reading: QueueReading, _ changed: Set<Int>) {
        for row in reading.lines {
            guard let index = index(of: row.name), changed.contains(index) else { continue }
            lines[index].bare.take(reading.spans.filter { $0.queue == row.name && $0.day == row.day }.map(\.span))
            for block in reading.blocks where block.queue == row.name && block.day == row.day {
                if !lines[index].blocks.contains(where: { $0.first == block.block.first }) { lines[index].blocks.append(block.block) }
            }
            (lines[index].next, lines[index].version) = (row.next, row.version)
        }
    }

    private func staysInPlace(_ ticket: Ticket, was old: Ticket) -> Bool {
        guard old.line == ticket.line else { return false }
        return old.state.isLive ? old.state == .waiting && ticket.state == .waiting && old.place == ticket.place : !ticket.state.isLive
    }

    private mutating func leave(_ ticket: Ticket) {
        guard let old = tickets[ticket.id] else { return }
        if let device = old.device, ticket.device == nil, let source = index(of: old.queue), lines[source].byDevice[device] == old.id {
            lines[source].byDevice[device] = nil
        }
        if !staysInPlace(ticket, was: old) { takeOut(old) }
    }

    /// False if another ticket has its place.
    private mutating func enter(_ stored: Ticket) -> Bool {
        guard let line = index(of: stored.line) else { return true }
        var ticket = stored
        let old = tickets[stored.id]
        if ticket.state == .called, ticket.counter.flatMap({ lines[line].counter($0) }) == nil {
            // Its counter doesn't exist here.
            (ticket.state, ticket.counter) = (.waiting, nil)
        }
        if !(old.map { staysInPlace(ticket, was: $0) } ?? false) {
            if ticket.state == .waiting {
                guard !lines[line].isTaken(ticket.place) else { return false }
                _ = enter(ticket, line)
            } else {
                bring(ticket, to: line)
            }
        }
        noteHeld(ticket, was: old)
        tickets[ticket.id] = ticket
        noteNames(of: ticket)
        noteCalls(of: ticket, was: old, line)
        return true
    }

    /// The device's live ticket counts, or else its last one.
    private mutating func noteNames(of ticket: Ticket) {
        guard let source = index(of: ticket.queue) else { return }
        if lines[source].day == ticket.day { lines[source].byNumber[ticket.number] = ticket.id }
        guard let device = ticket.device else { return }
        let known = lines[source].byDevice[device].flatMap { tickets[$0] }
        if ticket.state.isLive || known.map({ !$0.state.isLive && $0.joined <= ticket.joined }) ?? true {
            lines[source].byDevice[device] = ticket.id
        }
    }

    private mutating func noteCalls(of ticket: Ticket, was old: Ticket?, _ line: Int) {
        let calls = old?.calls ?? 0
        if ticket.calls > calls {
            // A ticket that has left its counter since isn't expected there.
            if ticket.counter != nil { show(ticket, line) }
        } else if ticket.calls < calls {
            lines[line].calls.removeAll { $0.ticket == ticket.id }
        }
        if ticket.state == .finished, old?.state != .finished, let called = ticket.called, let ended = ticket.ended {
            lines[line].pace.note(.init(ticket: ticket.id, duration: ended - called))
        }
    }
}
