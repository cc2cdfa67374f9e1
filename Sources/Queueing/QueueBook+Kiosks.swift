import Records

// Kiosks, which issue numbers even offline.
extension QueueBook {
    mutating func enrolKiosk(_ id: QueueKiosk.ID, _ name: String, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        let name = name.trimmingWhitespace()
        guard (1...QueueKiosk.nameLimit).contains(name.count) else {
            throw .wrong("a kiosk has a name of 1 to \(QueueKiosk.nameLimit) characters")
        }
        let kiosks = lines[line].settings.kiosks
        guard !kiosks.contains(where: { $0.name == name || $0.id == id }) else { throw .kioskKnown(name: name) }
        guard kiosks.count < QueueKiosk.limit else { throw .tooManyKiosks(limit: QueueKiosk.limit) }
        lines[line].settings.kiosks.append(QueueKiosk(id: id, name: name, since: now))
        touch(line, writes: true)
        note(.enrolKiosk, line, by: actor, name)
    }

    mutating func removeKiosk(_ id: QueueKiosk.ID, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        guard let index = lines[line].settings.kiosks.firstIndex(where: { $0.id == id }) else { throw .noSuchKiosk }
        let kiosk = lines[line].settings.kiosks.remove(at: index)
        touch(line, writes: true)
        note(.removeKiosk, line, by: actor, kiosk.name)
    }

    /// Rejects a kiosk that was removed while its request was in progress.
    func checkKiosk(_ actor: QueueActor, _ line: Int) throws(QueueRefusal) {
        guard lines[line].settings.kiosks.contains(where: { $0.name == actor.name }) else { throw .noSuchKiosk }
    }

    // MARK: Numbers

    static let blockSizeLimit = 1_000
    private static let blockLimit = 1_000

    mutating func reserve(_ kiosk: String, _ count: Int, _ line: Int, _ actor: QueueActor) throws(QueueRefusal) -> ClosedRange<Int> {
        try Self.check(kiosk)
        guard (1...Self.blockSizeLimit).contains(count) else { throw .wrong("a block has 1 to \(Self.blockSizeLimit) numbers") }
        guard lines[line].blocks.count < Self.blockLimit else { throw .wrong("there are \(Self.blockLimit) blocks today already") }
        let first = lines[line].nextOfBlocks
        guard first <= Ticket.numberLimit - count + 1 else { throw .outOfNumbers }
        let range = first...first + count - 1
        let block = KioskBlock(first: range.lowerBound, last: range.upperBound, kiosk: kiosk)
        lines[line].blocks.append(block)
        note(block, line)
        note(.reserve, line, by: actor, "\(range.lowerBound)–\(range.upperBound)")
        return range
    }

    mutating func reconcile(_ kiosk: String, _ used: [KioskTicket], _ line: Int, _ actor: QueueActor) throws(QueueRefusal) {
        try Self.check(kiosk)
        guard used.count <= Self.blockSizeLimit else { throw .wrong("at most \(Self.blockSizeLimit) tickets at once") }
        var new: [(ticket: KioskTicket, services: [String])] = []
        // Numbers issued before the last reset belong to a past day.
        for ticket in used where ticket.joined >= lines[line].began {
            guard lines[line].blocks.contains(where: { $0.kiosk == kiosk && $0.has(ticket.number) }) else {
                throw .wrong("\(ticket.number) is not among the numbers of this kiosk")
            }
            guard lines[line].byNumber[ticket.number] == nil else { continue }
            // A ticket for a removed service is still valid.
            let plan = lines[line].plan
            new.append((ticket, try wanted(ticket.services.filter { plan.service($0) != nil }, plan)))
        }
        guard lines[line].order.count + new.count <= QueueLine.ticketLimit else { throw .full(capacity: QueueLine.ticketLimit) }
        guard !new.isEmpty else { return }
        let arrivals = arrivals(line)
        var count = 0
        for (ticket, services) in new.sorted(by: { $0.ticket.joined < $1.ticket.joined })
        where lines[line].byNumber[ticket.number] == nil {
            let joined = min(ticket.joined, now)
            let place = Ticket.place(of: arrivals.last(by: joined)) + 1
            _ = add(ticket.number, line, services: services, joined: joined, place: place)
            count += 1
        }
        note(.reconcile, line, by: actor, "\(count)")
    }

    /// When the day's known numbers were taken, except those from kiosks.
    private func arrivals(_ line: Int) -> Arrivals {
        let here = lines[line]
        var known = here.bare.spans.map { (joined: $0.joined, number: $0.last) }
        var own = here.byNumber
        for block in here.blocks { for number in block.first...block.last { own[number] = nil } }
        for (number, id) in own { if let ticket = ticket(id) { known.append((ticket.joined, number)) } }
        return Arrivals(known)
    }

    private static func check(_ kiosk: String) throws(QueueRefusal) {
        guard (1...60).contains(kiosk.count) else { throw .wrong("a kiosk has a name of 1 to 60 characters") }
    }
}

/// Finds the last number at a given time; tickets that arrived offline then are queued after it.
struct Arrivals {
    /// In order of time, each with the highest number so far.
    private let known: [(joined: Timestamp, number: Int)]

    init(_ arrivals: [(joined: Timestamp, number: Int)]) {
        var highest = 0
        known = arrivals.sorted { $0.joined < $1.joined }.map { arrival in
            highest = max(highest, arrival.number)
            return (arrival.joined, highest)
        }
    }

    /// 0 if there is none.
    func last(by time: Timestamp) -> Int {
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].joined <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : known[low - 1].number
    }
}
