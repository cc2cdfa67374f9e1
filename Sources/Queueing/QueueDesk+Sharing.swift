import Logging
package import Records
import Storage

// The desk of a server that shares its queues with others (Decision 67). It decides only in its turn: a transaction that holds the queues
// that the group may change, and tells the desk first what others have changed. The turn also stores what followers of all servers get
// (Decision 66).
extension QueueDesk {
    /// How a server shares its queues with others.
    package struct Sharing: Sendable {
        let node: String
        /// What followers of all servers get of news.
        let event: @Sendable (QueueNews) -> QueueEvent
        /// Of this run: groups of an earlier one have other names.
        let run = UInt64.random(in: .min ... .max)

        /// `node`: the name of this server, which no other has.
        package init(as node: String, event: @escaping @Sendable (QueueNews) -> QueueEvent) { (self.node, self.event) = (node, event) }
    }

    /// What only a desk that shares its queues needs.
    struct Shared {
        var groupCount = 0
        /// The queues as they were last known to be stored.
        var standings: [QueueBook.Standing] = []
        /// The queues of which the database lacks something, as they were before.
        var losses: [Int: QueueBook.Standing] = [:]
        /// The queues whose followers have another state than the store.
        var untold: Set<Int> = []
        var given = GivenNumbers()
    }

    private enum Turn { case done, again, readAnew }

    /// How often a group begins again, because others change the same queues in ways that have to be read whole.
    private static let turnLimit = 10

    /// As `decide` of a desk that is alone.
    func decide(_ group: [Waiting], _ desk: inout Book, _ sharing: Sharing) -> Withdrawn? {
        var answers: [(Waiting, Result<QueueReply, any Error>)] = []
        do {
            if desk.isStale { try readAnew(&desk) }
            // Someone may come from another server, with what was done there.
            if group.contains(where: \.isLook) { try readNews(&desk) }
            var turns = 0
            while true {
                let wanted = lines(wantedBy: group, desk)
                guard !wanted.isEmpty else {
                    (desk.book.held, desk.book.now) = ([], now())
                    answers = perform(group, &desk)
                    break
                }
                guard turns < Self.turnLimit else { throw QueueRefusal.busy }
                turns += 1
                let turn = try takeTurn(group, wanted, &desk, sharing, &answers)
                if turn == .done { break }
                if turn == .readAnew { try readAnew(&desk) }
            }
        } catch let withdrawn as Withdrawn {
            // Nothing was decided yet.
            return withdrawn
        } catch {
            logger.error("what queues did could not be written down", metadata: ["error": "\(error)"])
            desk.isStale = true
            for waiting in group { waiting.fail(error) }
            return nil
        }
        answer(answers, &desk)
        desk.noteStandings()
        return nil
    }

    /// The queues that the group may change, those in which something is due, and those that lack something or whose followers do.
    private func lines(wantedBy group: [Waiting], _ desk: Book) -> Set<Int> {
        var wanted = desk.book.linesDue(at: now()).union(desk.shared.losses.keys).union(desk.shared.untold)
        for case .command(let command, let queue, _, _, _) in group {
            // Nearly all of a group are of this kind.
            if command == .take, let line = desk.book.index(of: queue) {
                wanted.insert(line)
            } else {
                wanted.formUnion(desk.book.lines(changedBy: command, in: queue))
            }
        }
        return wanted
    }

    private func takeTurn(
        _ group: [Waiting], _ wanted: Set<Int>, _ desk: inout Book, _ sharing: Sharing,
        _ answers: inout [(Waiting, Result<QueueReply, any Error>)]
    ) throws -> Turn {
        desk.shared.groupCount += 1
        let asking = QueueAsking(
            known: desk.book.versions(of: wanted), tickets: group.reduce(0) { $0 + $1.ticketCount }, desk: sharing.node,
            group: "\(sharing.run)-\(desk.shared.groupCount)")
        var (turn, written, news, time): (Turn, QueueWriting?, [QueueNews], Timestamp) = (.done, nil, [], desk.book.now)
        // The ids of this turn may have been given before the database lost something: the group needs others.
        var needsIDs = false
        let began = ContinuousClock.now
        try store.queues.takeTurn(asking, onBehalfOf: Array(Set(group.compactMap(\.behalf)))) { reading in
            guard desk.book.take(reading) else {
                turn = .readAnew
                return nil
            }
            guard lines(wantedBy: group, desk).isSubset(of: wanted) else {
                turn = .again
                return nil
            }
            (desk.book.held, desk.book.ids, time) = (wanted, reading.ids, reading.time)
            mend(reading, &desk)
            desk.book.tick(at: time)
            for line in desk.shared.untold { desk.book.touch(line, writes: true) }
            needsIDs = asking.tickets > 0 && desk.book.writing.skippedTickets > 0
            if !needsIDs { answers = perform(group, &desk) }
            for line in wanted { desk.book.lines[line].timeline = reading.timeline }
            written = desk.book.hasWriting ? desk.book.takeWriting() : nil
            news = desk.book.takeNews()
            written?.events = news.map(sharing.event)
            return written
        }
        guard turn == .done else { return turn }
        (desk.shared.losses, desk.shared.untold) = ([:], [])
        for one in news { onNews(one) }
        if let written {
            noteCommit(of: group.count, took: ContinuousClock.now - began, &desk)
            desk.shared.given.note(desk.book.numbers(in: answers), written, joined: time.wholeSecond)
        }
        guard needsIDs else { return .done }
        desk.noteStandings()
        return .again
    }

    private func perform(_ group: [Waiting], _ desk: inout Book) -> [(Waiting, Result<QueueReply, any Error>)] {
        let time = desk.book.now
        return group.map { waiting in
            guard case .command(let command, let queue, let actor, _, _) = waiting else { return (waiting, .success(.done)) }
            do throws(QueueRefusal) {
                return (waiting, .success(try desk.book.perform(command, in: queue, by: actor, at: time)))
            } catch {
                return (waiting, .failure(error))
            }
        }
    }

    /// Before others decide in queues of which the database lacks something.
    private func mend(_ reading: QueueReading, _ desk: inout Book) {
        for row in reading.lines {
            guard let line = desk.book.index(of: row.name) else { continue }
            let isFirst = !row.timeline.isEmpty && row.timeline != reading.timeline
            guard isFirst || desk.shared.losses[line] != nil else { continue }
            logger.warning(
                "another database has taken over, which may lack the last numbers: the queue goes on beyond them",
                metadata: ["queue": "\(row.name)"])
            desk.book.mend(
                line, after: desk.shared.losses[line] ?? desk.book.standing(line), desk.shared.given, isFirst: isFirst)
        }
    }

    /// If the database is away, what is known is shown.
    private func readNews(_ desk: inout Book) throws {
        let reading: QueueReading
        do { reading = try store.queues.news(after: desk.book.versions(of: desk.book.lines.indices)) } catch let error as StorageError
            where error.code == .away
        { return }
        if !desk.book.take(reading) {
            desk.isStale = true
            try readAnew(&desk)
        }
        for row in reading.lines where !row.timeline.isEmpty && row.timeline != reading.timeline {
            guard let line = desk.book.index(of: row.name), desk.shared.losses[line] == nil else { continue }
            desk.shared.losses[line] = desk.book.standing(line)
        }
    }
}

extension QueueDesk.Book {
    mutating func noteStandings() {
        if book.isShared { shared.standings = book.lines.indices.map { book.standing($0) } }
    }

    /// Notes the queues whose state isn't that after their last event: a server that was alone has changed them, or their board is another
    /// one.
    mutating func noteUntold(since events: [String: QueueEvent], _ sharing: QueueDesk.Sharing) {
        for line in book.lines.indices {
            let state = book.state(of: line)
            let news = QueueNews(queue: state.plan.name, sequence: 0, state: state, gone: [], back: [], joined: 0, called: [])
            if sharing.event(news).state != events[state.plan.name]?.state { shared.untold.insert(line) }
        }
    }

    /// Notes what the stored queues lack of what this desk has known.
    mutating func noteLosses(in stored: QueueBook) {
        for (line, known) in shared.standings.enumerated() where stored.isBehind(line, known) && shared.losses[line] == nil {
            var known = known
            known.pace = book.numbersInLastMinute(line)
            shared.losses[line] = known
        }
    }
}

extension QueueDesk.Waiting {
    var isLook: Bool { if case .look = self { true } else { false } }

    /// How many tickets it makes at most.
    var ticketCount: Int {
        if case .command(let command, _, _, _, _) = self { QueueBook.tickets(madeBy: command) } else { 0 }
    }
}

extension QueueBook {
    /// The bare numbers among the answers, each with its queue and day.
    fileprivate func numbers(
        in answers: [(QueueDesk.Waiting, Result<QueueReply, any Error>)]
    ) -> [(queue: String, day: Int64, number: Int)] {
        answers.compactMap { waiting, answer in
            guard case .command(.take, let queue, _, _, _) = waiting, case .success(.number(let number)) = answer,
                let line = index(of: queue)
            else { return nil }
            return (queue, lines[line].day, number)
        }
    }
}

extension Timestamp {
    /// As spans of numbers have it.
    fileprivate var wholeSecond: Timestamp { Timestamp(milliseconds: milliseconds / 1000 * 1000) }
}
