import Foundation
package import Records

/// All queues of an installation as values: decides every command without a clock, a store or concurrency.
///
/// `perform` changes the book, or throws `QueueRefusal` and changes nothing. Decisions accumulate until `takeWriting` returns them for the
/// store and `takeNews` returns them for publication. The invariants, which tests check with random walks:
/// - a queue's numbers only increase during its day, and no number is issued twice;
/// - a ticket is in one state, in one line, at its own unique place;
/// - no ticket is called to two counters, and a counter has at most one ticket;
/// - a counter gets the first eligible ticket in line, unless staff choose another.
package struct QueueBook: Sendable {
    var lines: [QueueLine]
    private let indexes: [String: Int]
    var tickets: [Ticket.ID: Ticket]
    private var nextID: Ticket.ID
    /// Whether other desks have a book of the same queues (`QueueBook+Sharing`).
    let isShared: Bool
    /// The ids for new tickets of a shared book.
    var ids: [Ticket.ID] = []
    /// The lines that may change now; nil: all of them.
    var held: Set<Int>?
    /// The time of the command being performed.
    var now: Timestamp
    var writing = Writing()
    /// The changes of the current act at a counter; nil if the act can't be undone.
    private var recording: QueueLine.LastAct?

    struct Writing: Sendable {
        struct SpanKey: Hashable { let line: Int, day: Int64, first: Int }

        var lines: Set<Int> = []
        var days: Set<Int> = []
        var tickets: Set<Ticket.ID> = []
        var spans: [SpanKey: BareSpan?] = [:]
        var blocks: [QueueWriting.Block] = []
        var acts: [QueueAct] = []
        /// Lines whose changes other desks can't follow row by row.
        var wholes: Set<Int> = []
        var skippedTickets: Int64 = 0
    }

    /// `zone` is for queues that aren't stored yet and whose plan has none; nil: the server's.
    package init(_ plans: [QueuePlan], _ stored: StoredQueues, zone: String? = nil, isShared: Bool = false, at now: Timestamp) {
        self.now = now
        self.isShared = isShared
        nextID = stored.nextTicket
        tickets = [:]
        indexes = Dictionary(uniqueKeysWithValues: plans.enumerated().map { ($1.name, $0) })
        lines = plans.map { declared in
            let row = stored.queues[declared.name]
            var settings = row?.settings ?? QueueSettings()
            if row == nil, !declared.hasZone { settings.naming.zone = zone }
            let plan = declared.named(by: settings.naming)
            let began = row?.began ?? now
            return QueueLine(
                declared, settings, day: row?.day ?? 1, began: began, next: row?.next ?? 1, bare: BareNumbers(row?.spans ?? []),
                pace: QueuePace((row?.samples ?? []).map { QueuePace.Sample(ticket: $0.ticket, duration: $0.duration) }),
                blocks: row?.blocks ?? [],
                opened: Opened(settings.hours(of: plan), of: plan, at: now),
                // A day that begins in the future was begun by a clock that ran ahead.
                resets: plan.reset.map { $0.next(after: min(began, now), in: plan.zone) })
        }
        for (index, plan) in plans.enumerated() where stored.queues[plan.name] == nil {
            writing.lines.insert(index)
            writing.days.insert(index)
        }
        // Oldest first, so that a device's last ticket takes effect. Desks that share a queue take their ids in any order.
        let tickets = stored.tickets.sorted { isShared ? ($0.joined, $0.id) < ($1.joined, $1.id) : $0.id < $1.id }
        for ticket in tickets { restore(ticket) }
        for index in lines.indices {
            restoreCalls(of: index)
            guard isShared, let row = stored.queues[lines[index].plan.name] else { continue }
            (lines[index].version, lines[index].timeline) = (row.version, row.timeline)
        }
        if isShared { forgetReading() }
    }

    package func index(of queue: String) -> Int? { indexes[queue] }

    package func ticket(_ id: Ticket.ID) -> Ticket? { tickets[id] }

    /// Whether there are decisions to make durable.
    package var hasWriting: Bool {
        !writing.lines.isEmpty || !writing.tickets.isEmpty || !writing.acts.isEmpty || !writing.spans.isEmpty
            || lines.contains { $0.news.ready > 0 || isShared && $0.news.isTouched }
    }

    package mutating func perform(_ command: QueueCommand, in queue: String, by actor: QueueActor, at time: Timestamp)
        throws(QueueRefusal) -> QueueReply
    {
        tick(at: time)
        guard let line = indexes[queue] else { throw .noSuchQueue }
        if actor.kind == .kiosk { try checkKiosk(actor, line) }
        switch command {
        case .take: return .number(try take(line))
        case .join(let device, let services, let guest): return .ticket(try join(line, device, services, guest, actor))
        case .leave(let id): try leave(id, line, actor)
        case .next(let counter, let present): return try callNext(counter, after: present, line, actor)
        case .call(let number, let counter): return .ticket(try call(number, counter, line, actor))
        case .recall(let counter): return .ticket(try recall(counter, line, actor))
        case .finish(let id): try finish(id, line, actor)
        case .noShow(let id): try noShow(id, line, actor)
        case .park(let id): try park(id, line, actor)
        case .unpark(let id, let front): try unpark(id, front: front, line, actor)
        case .skip(let id, let behind): try skip(id, behind: behind, line, actor)
        case .hold(let id, let until): try hold(id, until: until, line, actor)
        case .transfer(let id, let target, let front): try transfer(id, to: target, front: front, line, actor)
        case .undo(let counter): try undo(counter, line, actor)
        case .setState(let opening, let reason): try setState(opening, reason, line, actor)
        case .setCapacity(let people): try setCapacity(people, line, actor)
        case .setHours(let hours): setHours(hours, line, actor)
        case .clearHours: setHours(nil, isCleared: true, line, actor)
        case .setLate(let isLate): setLate(isLate, line, actor)
        case .setCounter(let counter, let isOpen): try setCounter(counter, isOpen: isOpen, line, actor)
        case .setZone(let zone): try setZone(zone, line, actor)
        case .setNames(let label, let prefix): try setNames(label, prefix, line, actor)
        case .addService(let label, let minutes, let counters): try addService(label, minutes, counters, line, actor)
        case .changeService(let name, let label, let minutes, let counters):
            try changeService(name, label, minutes, counters, line, actor)
        case .raiseService(let name): try raiseService(name, line, actor)
        case .removeService(let name): try removeService(name, line, actor)
        case .restoreServices: try restoreServices(line, actor)
        case .startDay: startDay(line, by: actor)
        case .enrolKiosk(let id, let name): try enrolKiosk(id, name, line, actor)
        case .removeKiosk(let id): try removeKiosk(id, line, actor)
        case .reserve(let kiosk, let count): return .block(try reserve(kiosk, count, line, actor))
        case .reconcile(let kiosk, let used): try reconcile(kiosk, used, line, actor)
        case .erase(let before): erase(endedBefore: before, line)
        }
        return .done
    }

    // MARK: Shared steps

    /// Replaces a ticket with a new version and moves it from its old place to its new one. The only function that changes tickets.
    ///
    /// If the place is occupied, the ticket gets the next free one. Returns the ticket in its final form.
    @discardableResult
    mutating func put(_ changed: Ticket) -> Ticket {
        var ticket = changed
        let old = tickets[ticket.id]
        if let old, old.line != ticket.line { writing.wholes.formUnion([old.line, ticket.line].compactMap { indexes[$0] }) }
        if let old, recording?.before.contains(where: { $0.id == old.id }) == false { recording?.before.append(old) }
        let staysInPlace = old?.state == .waiting && ticket.state == .waiting && old?.line == ticket.line && old?.place == ticket.place
        if let old, !staysInPlace { takeOut(old) }
        if staysInPlace, ticket.notBefore != old?.notBefore, let line = indexes[ticket.line] { lines[line].news.noteFreed(ticket.label) }
        if !staysInPlace, let line = indexes[ticket.line] {
            if ticket.state == .waiting { ticket.place = enter(ticket, line) } else { bring(ticket, to: line) }
        }
        noteHeld(ticket, was: old)
        tickets[ticket.id] = ticket
        writing.tickets.insert(ticket.id)
        for name in Set([ticket.line, old?.line ?? ticket.line]) {
            if let line = indexes[name] { lines[line].news.isTouched = true }
        }
        return ticket
    }

    /// Replaces a ticket that keeps its place, without news.
    mutating func rewrite(_ ticket: Ticket) {
        tickets[ticket.id] = ticket
        writing.tickets.insert(ticket.id)
    }

    mutating func takeOut(_ ticket: Ticket) {
        guard let line = indexes[ticket.line] else { return }
        switch ticket.state {
        case .waiting:
            lines[line].order.remove(ticket.place)
            lines[line].news.noteGone(ticket.place)
        case .parked:
            lines[line].news.noteFreed(ticket.label)
            lines[line].parked.removeAll { $0 == ticket.id }
        case .called:
            lines[line].news.noteFreed(ticket.label)
            if let counter = lines[line].counters.firstIndex(where: { $0.ticket == ticket.id }) {
                lines[line].counters[counter].ticket = nil
                lines[line].counters[counter].since = now
                hideCalls(line)
            }
        case .finished, .noShow, .left: lines[line].news.noteFreed(ticket.label)
        }
    }

    mutating func enter(_ ticket: Ticket, _ line: Int) -> Int64 {
        let isLast = ticket.place >= lines[line].end - 1 && !lines[line].isTaken(ticket.place)
        var place = ticket.place
        while lines[line].isTaken(place) || !lines[line].order.insert(ticket.id, at: place) { place += 1 }
        if isLast { lines[line].news.joined += 1 } else { lines[line].news.noteBack(place) }
        return place
    }

    mutating func bring(_ ticket: Ticket, to line: Int) {
        switch ticket.state {
        case .parked: lines[line].parked.append(ticket.id)
        case .called:
            if let counter = ticket.counter.flatMap({ lines[line].counter($0) }) {
                lines[line].counters[counter].ticket = ticket.id
                // After an undo, it has been there since its call.
                lines[line].counters[counter].since = ticket.called ?? now
            }
        case .finished, .noShow, .left: lines[line].ended.append(ticket.id)
        case .waiting: break
        }
    }

    /// Removes the oldest ended tickets to limit their number.
    mutating func forgetOldest(_ line: Int) {
        let surplus = lines[line].ended.count - QueueLine.endedLimit
        guard surplus > 0 else { return }
        for id in lines[line].ended.prefix(surplus) {
            if let ticket = tickets[id], !ticket.state.isLive, ticket.line == lines[line].plan.name { forget(ticket) }
        }
        lines[line].ended.removeFirst(surplus)
    }

    private mutating func forget(_ ticket: Ticket) {
        tickets[ticket.id] = nil
        guard let line = indexes[ticket.queue] else { return }
        if lines[line].byNumber[ticket.number] == ticket.id { lines[line].byNumber[ticket.number] = nil }
        if let device = ticket.device, lines[line].byDevice[device] == ticket.id { lines[line].byDevice[device] = nil }
    }

    private mutating func newID() -> Ticket.ID {
        if isShared { return ids.removeFirst() }
        defer { nextID += 1 }
        return nextID
    }

    /// Adds a new waiting ticket.
    mutating func add(
        _ number: Int, _ line: Int, services: [String] = [], joined: Timestamp, place: Int64? = nil, device: String? = nil,
        guest: [PersonalField: String] = [:]
    ) -> Ticket {
        let plan = lines[line].plan
        let ticket = Ticket(
            id: newID(), queue: plan.name, day: lines[line].day, number: number, label: plan.label(of: number), place: place,
            services: services, joined: joined, device: device, guest: guest)
        lines[line].byNumber[number] = ticket.id
        if let device { lines[line].byDevice[device] = ticket.id }
        return put(ticket)
    }

    /// Turns a waiting anonymous number into a ticket at the same place. Nothing visible changes.
    mutating func makeTicket(of number: Int, _ line: Int) -> Ticket? {
        guard let (was, rest) = lines[line].bare.remove(number) else { return nil }
        let day = lines[line].day
        replace(was, by: rest, line)
        let plan = lines[line].plan
        let ticket = Ticket(
            id: newID(), queue: plan.name, day: day, number: number, label: plan.label(of: number), joined: was.joined)
        lines[line].byNumber[number] = ticket.id
        _ = lines[line].order.insert(ticket.id, at: ticket.place)
        tickets[ticket.id] = ticket
        writing.tickets.insert(ticket.id)
        return ticket
    }

    mutating func replace(_ span: BareSpan, by rest: [BareSpan], _ line: Int) {
        let day = lines[line].day
        writing.spans[.init(line: line, day: day, first: span.first)] = .some(nil)
        for span in rest { writing.spans[.init(line: line, day: day, first: span.first)] = span }
    }

    mutating func take(_ line: Int) throws(QueueRefusal) -> Int {
        let number = try newNumber(line)
        let span = lines[line].bare.append(number, at: now)
        writing.spans[.init(line: line, day: lines[line].day, first: span.first)] = span
        lines[line].news.joined += 1
        return number
    }

    mutating func touch(_ line: Int, writes: Bool) {
        lines[line].news.isTouched = true
        if writes { writing.lines.insert(line) }
    }

    mutating func note(
        _ kind: QueueAct.Kind, _ line: Int, _ ticket: Ticket? = nil, at counter: String? = nil, by actor: QueueActor,
        _ detail: String? = nil
    ) {
        writing.acts.append(
            QueueAct(
                kind, at: now, queue: lines[line].plan.name, day: lines[line].day, ticket: ticket?.id, label: ticket?.label,
                counter: counter, by: actor, detail: detail))
    }

    mutating func note(_ block: KioskBlock, _ line: Int) {
        writing.blocks.append(
            QueueWriting.Block(queue: lines[line].plan.name, day: lines[line].day, block: block, reserved: now))
    }

    mutating func noteDay(_ line: Int) {
        writing.days.insert(line)
        touch(line, writes: true)
    }

    /// Records the changes of an act at a counter, for `undo`.
    mutating func acting<Result>(
        at counter: String?, _ line: Int, _ act: (inout QueueBook) throws(QueueRefusal) -> Result
    ) throws(QueueRefusal) -> Result {
        guard let counter, let index = lines[line].counter(counter) else { return try act(&self) }
        recording = QueueLine.LastAct()
        defer { recording = nil }
        let result = try act(&self)
        if var recorded = recording, !recorded.before.isEmpty {
            recorded.after = recorded.before.compactMap { tickets[$0.id] }
            lines[line].counters[index].lastAct = recorded
        }
        return result
    }

    // MARK: Results

    /// Returns and clears everything to make durable, for one transaction.
    package mutating func takeWriting() -> QueueWriting {
        if isShared { raiseVersions() }
        defer { writing = Writing() }
        func line(_ index: Int) -> QueueWriting.Line {
            let line = lines[index]
            var made = QueueWriting.Line(
                name: line.plan.name, board: line.plan.board, day: line.day, began: line.began, next: line.next, settings: line.settings)
            (made.version, made.isWhole) = (line.version, writing.wholes.contains(index) || writing.days.contains(index))
            return made
        }
        var result = QueueWriting(
            lines: writing.lines.sorted().map(line), days: writing.days.sorted().map(line),
            tickets: writing.tickets.sorted().compactMap { tickets[$0] }, blocks: writing.blocks, acts: writing.acts)
        for (key, span) in writing.spans {
            let queue = lines[key.line].plan.name
            result.spans.append(QueueWriting.Span(queue: queue, day: key.day, first: key.first, last: span?.last, joined: span?.joined))
        }
        result.fronts = fronts
        result.skippedTickets = writing.skippedTickets
        for index in lines.indices { forgetOldest(index) }
        return result
    }

    /// A shared book has nothing to store or to announce of what it has read: every desk reads the stored queues in the same way, and
    /// followers get other desks' events from the store (Decision 66).
    mutating func forgetReading() {
        writing = Writing()
        for index in lines.indices { (lines[index].news, lines[index].sequence) = (QueueLine.News(), lines[index].version) }
    }

    /// Returns and clears the news, one item for each queue that changed.
    package mutating func takeNews() -> [QueueNews] {
        var told: [QueueNews] = []
        for index in lines.indices where lines[index].news.isTouched {
            let news = lines[index].news
            lines[index].news = QueueLine.News()
            lines[index].sequence = isShared ? lines[index].version : lines[index].sequence + 1
            told.append(
                QueueNews(
                    queue: lines[index].plan.name, sequence: lines[index].sequence, state: state(of: index), gone: news.gone,
                    back: news.back, joined: news.joined, called: news.called.compactMap { tickets[$0] }, freed: news.freed,
                    ready: news.ready))
        }
        return told
    }

    /// Continues the sequences of the book that this one replaces.
    package mutating func goOn(after former: QueueBook) {
        for index in lines.indices where index < former.lines.count {
            lines[index].sequence = former.lines[index].sequence
            lines[index].news.isTouched = true
        }
    }

    // MARK: Opening

    private mutating func restore(_ ticket: Ticket) {
        guard let line = indexes[ticket.line] else { return }
        tickets[ticket.id] = ticket
        if let source = indexes[ticket.queue] {
            if lines[source].day == ticket.day { lines[source].byNumber[ticket.number] = ticket.id }
            if let device = ticket.device { lines[source].byDevice[device] = ticket.id }
        }
        switch ticket.state {
        case .waiting:
            _ = lines[line].order.insert(ticket.id, at: ticket.place)
            noteHeld(ticket, was: nil)
        case .parked: lines[line].parked.append(ticket.id)
        case .called:
            if let counter = ticket.counter.flatMap({ lines[line].counter($0) }), lines[line].counters[counter].ticket == nil {
                lines[line].counters[counter].ticket = ticket.id
                lines[line].counters[counter].since = ticket.called
            } else {
                // Its counter no longer exists, so the ticket waits again at its place.
                var waiting = ticket
                (waiting.state, waiting.counter) = (.waiting, nil)
                put(waiting)
            }
        case .finished, .noShow, .left: break
        }
    }
}
