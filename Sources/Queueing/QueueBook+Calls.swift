import Records

// The calls shown on the display.
extension QueueBook {
    /// Shows a call on the display.
    mutating func show(_ ticket: Ticket, _ line: Int, at time: Timestamp? = nil) {
        lines[line].calls.removeAll { $0.ticket == ticket.id }
        let shown = QueueState.Call(
            label: ticket.label, number: ticket.number, counter: ticket.counter ?? "", at: time ?? ticket.called ?? now, count: ticket.calls
        )
        lines[line].calls.insert(QueueLine.Call(ticket: ticket.id, shown: shown), at: 0)
        if lines[line].calls.count > QueueState.callLimit { lines[line].calls.removeLast() }
    }

    /// Removes calls to closed counters, unless their ticket is still expected there.
    mutating func hideCalls(_ line: Int) {
        let here = lines[line]
        guard !here.settings.closedCounters.isEmpty else { return }
        lines[line].calls = here.calls.filter { call in
            !here.isClosed(call.shown.counter) || here.counters.contains { $0.ticket == call.ticket }
        }
    }

    /// Restores the calls as of the last shutdown.
    mutating func restoreCalls(of line: Int) {
        let name = lines[line].plan.name
        let known = tickets.values.filter { $0.line == name }
        lines[line].ended = known.filter { !$0.state.isLive }.sorted { ($0.ended ?? $0.joined, $0.id) < ($1.ended ?? $1.joined, $1.id) }
            .map(\.id)
        let began = lines[line].began
        let called = known.filter { $0.counter != nil && ($0.called ?? $0.joined) >= began }
        for ticket in called.sorted(by: { ($0.called ?? $0.joined, $0.id) < ($1.called ?? $1.joined, $1.id) }) {
            show(ticket, line)
            guard ticket.state != .called, let counter = ticket.counter.flatMap({ lines[line].counter($0) }) else { continue }
            if lines[line].counters[counter].ticket == nil { lines[line].counters[counter].since = ticket.ended ?? ticket.called }
        }
        hideCalls(line)
    }
}
