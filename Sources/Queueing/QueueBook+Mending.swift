import Records

// What a desk does when the database lacks what it had: a replica that was behind has been promoted.
extension QueueBook {
    /// A queue as a desk has last known it.
    struct Standing: Sendable {
        let day: Int64
        let next: Int
        let version: Int64
        let timeline: String
        /// How many numbers were given in the last minute in which any were.
        var pace = 0
    }

    private static let program = QueueActor(kind: .program, name: "tidings")
    /// The least that is left out: of numbers, and of numbers for kiosks.
    private static let leastSkip = 20
    private static let blockSkip = 10 * blockSizeLimit
    /// More commits than there can have been since.
    private static let versionSkip: Int64 = 1 << 20

    func standing(_ line: Int) -> Standing {
        Standing(day: lines[line].day, next: lines[line].next, version: lines[line].version, timeline: lines[line].timeline)
    }

    /// Whether the queue is an earlier one than the desk has known, or goes on from an earlier one.
    func isBehind(_ line: Int, _ known: Standing) -> Bool {
        lines[line].version < known.version || !known.timeline.isEmpty && lines[line].timeline != known.timeline
    }

    /// Leaves out the numbers that may have been given, and writes in again those that this desk has given. `isFirst`: no other desk has
    /// noticed yet.
    mutating func mend(_ line: Int, after known: Standing, _ given: GivenNumbers, isFirst: Bool) {
        var skips = isFirst
        // A day that had begun goes on.
        while lines[line].day < known.day {
            startDay(line, by: Self.program)
            skips = true
        }
        if lines[line].day == known.day { lines[line].next = max(lines[line].next, known.next) }
        if skips { skip(line, atLeast: known.pace) }
        let count = restoreTickets(line, given) + restoreNumbers(line, given) + restoreBlocks(line, given)
        if count > 0 { note(.restoreNumbers, line, by: Self.program, "\(count)") }
        touch(line, writes: true)
    }

    private mutating func skip(_ line: Int, atLeast pace: Int) {
        let (first, count) = (lines[line].next, max(Self.leastSkip, pace, numbersInLastMinute(line)))
        lines[line].next = min(Ticket.numberLimit + 1, lines[line].afterBlocks(first + count))
        note(.skipNumbers, line, by: Self.program, "\(first)–\(lines[line].next - 1)")
        writing.skippedTickets += Int64(count)
        lines[line].version += Self.versionSkip
        if !lines[line].blocks.isEmpty || !lines[line].settings.kiosks.isEmpty { skipBlocks(line) }
    }

    /// The desks enter again the blocks that they have given, so only the last number is taken.
    private mutating func skipBlocks(_ line: Int) {
        let first = lines[line].nextOfBlocks
        let last = first + Self.blockSkip - 1
        guard last <= Ticket.numberLimit else { return }
        let end = KioskBlock(first: last, last: last, kiosk: "")
        lines[line].blocks.append(end)
        note(end, line)
        note(.skipNumbers, line, by: Self.program, "\(first)–\(last)")
        // The day's numbers have come near those of kiosks.
        let isNear = lines[line].next + Self.blockSizeLimit > QueueLine.firstOfBlocks
        if isNear, lines[line].next <= last { lines[line].next = last + 1 }
    }

    /// How many numbers of the day were given in the minute up to the last one.
    func numbersInLastMinute(_ line: Int) -> Int {
        let here = lines[line]
        let joined = here.byNumber.values.compactMap { tickets[$0]?.joined }
        guard let last = (joined + [here.bare.spans.last?.joined].compactMap { $0 }).max() else { return 0 }
        let begin = last + .seconds(-60)
        let numbers = here.bare.spans.reversed().prefix { $0.joined >= begin }.reduce(0) { $0 + $1.count }
        return numbers + joined.count { $0 >= begin }
    }

    /// Those in line wait again, even those who were at a counter.
    private mutating func restoreTickets(_ line: Int, _ given: GivenNumbers) -> Int {
        var count = 0
        for ticket in given.tickets(in: lines[line].plan.name) {
            guard let source = index(of: ticket.queue), lines[source].day == ticket.day, tickets[ticket.id] == nil,
                lines[source].byNumber[ticket.number] == nil
            else { continue }
            var ticket = ticket
            if ticket.state.isLive { (ticket.state, ticket.counter) = (.waiting, nil) }
            lines[source].byNumber[ticket.number] = ticket.id
            if let device = ticket.device { lines[source].byDevice[device] = ticket.id }
            // It may have been a bare number.
            if source == line, let (was, rest) = lines[line].bare.remove(ticket.number) { replace(was, by: rest, line) }
            put(ticket)
            count += 1
        }
        return count
    }

    private mutating func restoreNumbers(_ line: Int, _ given: GivenNumbers) -> Int {
        var count = 0
        for taken in given.numbers(in: lines[line].plan.name) where taken.day == lines[line].day {
            for number in taken.first...taken.last where lines[line].byNumber[number] == nil && !lines[line].bare.contains(number) {
                let span = BareSpan(first: number, last: number, joined: taken.joined)
                lines[line].bare.take([span])
                writing.spans[.init(line: line, day: taken.day, first: number)] = .some(span)
                lines[line].news.noteBack(Ticket.place(of: number))
                count += 1
            }
        }
        return count
    }

    private mutating func restoreBlocks(_ line: Int, _ given: GivenNumbers) -> Int {
        var count = 0
        for block in given.blocks(in: lines[line].plan.name) where block.day == lines[line].day {
            let range = block.block.first...block.block.last
            guard !lines[line].blocks.contains(where: { range.overlaps($0.first...$0.last) }) else { continue }
            lines[line].blocks.append(block.block)
            writing.blocks.append(block)
            count += range.count
        }
        return count
    }
}
