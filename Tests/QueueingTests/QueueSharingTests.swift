import Foundation
import GRDB
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Queueing

/// Desks of several servers over one store. Another engine than PostgreSQL isn't shared by servers, but decides the same.
@Suite("Desks that share queues") struct QueueSharingTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let clerk = QueueActor(kind: .clerk, person: 1)
    private static let plans = [Books.plan(reset: nil), Books.plan("other", reset: nil)]

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    private func desk(_ node: String, onNews: @escaping @Sendable (QueueNews) -> Void = { _ in }) async throws -> QueueDesk {
        let sharing = QueueDesk.Sharing(as: node) { news in
            QueueEvent(
                queue: news.queue, version: news.sequence, event: "\(news.joined)", state: "next \(news.state.next)", next: news.state.next)
        }
        return try await QueueDesk(plans: Self.plans, store: store, sharing: sharing, onNews: onNews)
    }

    private func number(_ desk: QueueDesk, in queue: String = "main") async throws -> Int {
        guard case .number(let number) = try await desk.perform(.take, in: queue, by: .guest) else { throw Books.Unexpected() }
        return number
    }

    private func join(_ desk: QueueDesk, _ device: String? = nil) async throws -> Ticket {
        let join = QueueCommand.join(device: device, services: [], guest: [:])
        guard case .ticket(let ticket) = try await desk.perform(join, in: "main", by: .guest) else { throw Books.Unexpected() }
        return ticket
    }

    private func next(_ desk: QueueDesk, at counter: String) async throws -> Int? {
        guard case .ticket(let ticket) = try await desk.perform(.next(counter: counter), in: "main", by: Self.clerk) else { return nil }
        return ticket.number
    }

    @Test("many at once at two desks: no number twice, none left out, and each hears them go up")
    func manyAtOnce() async throws {
        let desks = [try await desk("east"), try await desk("west")]
        let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for task in 0..<10 {
                group.addTask {
                    var numbers: [Int] = []
                    for _ in 0..<50 { numbers.append(try await self.number(desks[task % 2])) }
                    return numbers
                }
            }
            return try await group.reduce(into: [[Int]]()) { $0.append($1) }
        }
        #expect(numbers.flatMap { $0 }.sorted() == Array(1...500))
        #expect(numbers.allSatisfy { $0 == $0.sorted() })
        for desk in desks { #expect(try await desk.state(of: "main").waiting == 500) }
        #expect(try await store.queues.numbers(in: "main").reduce(0) { $0 + $1.count } == 500)
    }

    @Test("what one desk gives, another calls, and both know it")
    func callingElsewhere() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        #expect(try await number(east) == 1)
        let ticket = try await join(west, "phone")
        #expect(ticket.number == 2)
        #expect(try await join(east, "phone").id == ticket.id)
        #expect(try await next(west, at: "1") == 1)
        #expect(try await next(east, at: "2") == 2)
        #expect(try await west.place(of: ticket.id)?.ticket.state == .called)
        #expect(try await next(east, at: "1") == nil)
        try await west.perform(.finish(ticket.id), in: "main", by: Self.clerk)
        #expect(try await east.ticket(ofDevice: "phone", in: "main")?.ticket.state == .finished)
        #expect(try await join(east, "phone").number == 3)
    }

    @Test("calls that another desk has made are shown in their order, whatever the order of the tickets")
    func callsInOrder() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        for _ in 0..<2 { _ = try await join(west) }
        try await west.perform(.call(number: 2, counter: "1"), in: "main", by: Self.clerk)
        let first = try #require(try await west.state(of: "main").calls.first)
        try await eventually("the clock goes on") { Timestamp.system() > first.at + .milliseconds(2) }
        try await west.perform(.call(number: 1, counter: "2"), in: "main", by: Self.clerk)
        #expect(try await west.state(of: "main").calls.map(\.number) == [1, 2])
        #expect(try await east.state(of: "main").calls.map(\.number) == [1, 2])
    }

    @Test("a call whose ticket has left the counter again isn't shown elsewhere as one without a counter")
    func parkedAfterCall() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        let ticket = try await join(west)
        try await west.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        try await west.perform(.park(ticket.id), in: "main", by: Self.clerk)
        let state = try await east.state(of: "main")
        #expect(state.parked == 1)
        #expect(state.calls.isEmpty)
    }

    @Test("a ticket that moves to another queue leaves the first one at every desk, and can be left from there")
    func moved() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        let ticket = try await join(east)
        try await west.perform(.transfer(ticket.id, to: "other", front: false), in: "main", by: Self.clerk)
        #expect(try await next(east, at: "1") == nil)
        #expect(try await east.state(of: "other").waiting == 1)
        try await east.perform(.leave(ticket.id), in: "main", by: .guest)
        #expect(try await west.state(of: "other").waiting == 0)
    }

    @Test("what is set at one desk holds at the other, and a day ends for both")
    func settings() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        _ = try await number(east)
        try await west.perform(.setState(.closed, reason: nil), in: "main", by: Self.clerk)
        await #expect(throws: QueueRefusal.self) { try await number(east) }
        try await east.perform(.setState(.open, reason: nil), in: "main", by: Self.clerk)
        try await west.perform(.enrolKiosk(1, name: "door"), in: "main", by: Self.clerk)
        #expect(try await east.kiosks(of: "main").map(\.name) == ["door"])
        try await west.perform(.startDay, in: "main", by: Self.clerk)
        #expect(try await number(east) == 1)
        #expect(try await west.state(of: "main").waiting == 1)
    }

    @Test("two desks get different blocks for their kiosks")
    func blocks() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        let first = try await east.perform(.reserve(kiosk: "door", count: 5), in: "main", by: Self.clerk)
        let second = try await west.perform(.reserve(kiosk: "hall", count: 5), in: "main", by: Self.clerk)
        #expect(first == .block(9_001...9_005))
        #expect(second == .block(9_006...9_010))
        let used = [KioskTicket(number: 9_001, joined: .system())]
        try await west.perform(.reconcile(kiosk: "door", used: used), in: "main", by: Self.clerk)
        #expect(try await next(east, at: "1") == 9_001)
    }

    // MARK: Events for followers

    @Test("a desk tells of what it has decided, which is stored as one event with the version of the queue")
    func news() async throws {
        let heard = Mutex<[QueueNews]>([])
        let (east, west) = (try await desk("east"), try await desk("west") { news in heard.withLock { $0.append(news) } })
        _ = try await east.states()
        for _ in 0..<3 { _ = try await number(east) }
        #expect(try await next(west, at: "1") == 1)
        _ = try await number(east)
        let news = heard.withLock { $0 }.filter { $0.queue == "main" }
        try #require(news.count == 1)
        #expect(news[0].joined == 0)
        #expect(news[0].called.map(\.number) == [1])
        #expect(news[0].gone == [Ticket.place(of: 1)])
        let events = try await store.queues.events(of: "main", from: 0)
        #expect(events.map(\.version) == [1, 2, 3, 4, 5, 6])
        #expect(events.map(\.event) == ["0", "1", "1", "1", "0", "1"])
        #expect(news[0].sequence == 5)
        #expect(try await west.state(of: "main").sequence == 6)
    }

    @Test("many at once at two desks: each number is in one event, and the events are in order")
    func eventsOfMany() async throws {
        let heard = Mutex<[Int64]>([])
        let note: @Sendable (QueueNews) -> Void = { news in heard.withLock { if news.queue == "main" { $0.append(news.sequence) } } }
        let desks = [try await desk("east", onNews: note), try await desk("west", onNews: note)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 { group.addTask { for _ in 0..<20 { _ = try await self.number(desks[task % 2]) } } }
            try await group.waitForAll()
        }
        let events = try await store.queues.events(of: "main", from: 0)
        #expect(events.map(\.version) == heard.withLock { $0.sorted() })
        #expect(events.reduce(0) { $0 + (Int($1.event) ?? 0) } == 160)
        #expect(events.map(\.next) == events.map(\.next).sorted())
        #expect(events.last?.state == "next 161")
    }

    @Test("events go on after a restart, and a desk that starts stores none if nothing has changed")
    func restart() async throws {
        _ = try await number(try await desk("east"))
        let events = try await store.queues.events(of: "main", from: 0)
        let last = try #require(events.last?.version)
        let again = try await desk("east")
        #expect(try await again.state(of: "main").sequence == last)
        #expect(try await store.queues.events(of: "main", from: 0) == events)
        _ = try await number(again)
        #expect(try await store.queues.events(of: "main", from: last).map(\.version) == [last, last + 1])
    }

    @Test("followers learn at the next start what has changed without an event")
    func untold() async throws {
        _ = try await desk("east").states()
        // By a server that is alone.
        let alone = try await QueueDesk(plans: Self.plans, store: store)
        for _ in 0..<3 { _ = try await number(alone) }
        _ = try await desk("west").states()
        #expect(try await store.queues.events(of: "main", from: 0).map(\.state) == ["next 1", "next 4"])
    }

    @Test("after random commands at two desks, both know what a third one reads", arguments: [1, 2, 3] as [UInt64])
    func walk(seed: UInt64) async throws {
        let desks = [try await desk("east"), try await desk("west")]
        var (dice, ids) = (QueueWalkTests.Dice(state: seed), [Ticket.ID]())
        for _ in 0..<400 {
            let desk = desks[Int.random(in: 0...1, using: &dice)]
            let command = command(&dice, ids)
            let queue = Int.random(in: 0..<4, using: &dice) == 0 ? "other" : "main"
            do {
                if case .ticket(let ticket) = try await desk.perform(command, in: queue, by: Self.clerk) { ids.append(ticket.id) }
            } catch is QueueRefusal {}
        }
        let third = try await picture(try await desk("third"))
        for desk in desks { #expect(try await picture(desk) == third) }
    }

    private func command(_ dice: inout QueueWalkTests.Dice, _ ids: [Ticket.ID]) -> QueueCommand {
        let counter = Bool.random(using: &dice) ? "1" : "2"
        let id = ids.randomElement(using: &dice) ?? 1
        switch Int.random(in: 0..<16, using: &dice) {
        case 0...3: return .take
        case 4...6:
            let device = Bool.random(using: &dice) ? "phone \(Int.random(in: 1...5, using: &dice))" : nil
            return .join(device: device, services: [], guest: [:])
        case 7...8: return .next(counter: counter)
        case 9: return .call(number: Int.random(in: 1...60, using: &dice), counter: counter)
        case 10: return .finish(id)
        case 11: return .park(id)
        case 12: return .unpark(id, front: Bool.random(using: &dice))
        case 13: return .skip(id, behind: Int.random(in: 0...4, using: &dice))
        case 14: return Bool.random(using: &dice) ? .undo(counter: counter) : .noShow(id)
        default: return Bool.random(using: &dice) ? .transfer(id, to: "other", front: false) : .leave(id)
        }
    }

    /// What a desk knows of all queues.
    private func picture(_ desk: QueueDesk) async throws -> [String] {
        var lines: [String] = []
        for plan in desk.plans {
            let (state, tickets) = try await desk.scene(of: plan.name, limit: 1_000)
            let counters = state.counters.map { "\($0.name): \($0.ticket?.id ?? 0)" }
            lines.append("\(plan.name) \(state.day) \(state.next) \(state.waiting) \(state.parked) \(counters)")
            func text(_ ticket: Ticket) -> String {
                "\(ticket.id) \(ticket.number) \(ticket.state) \(ticket.place) \(ticket.calls) \(ticket.counter ?? "")"
            }
            // The order of the line counts, that of the others doesn't.
            lines += tickets.filter { $0.state == .waiting }.map(text) + tickets.filter { $0.state != .waiting }.map(text).sorted()
        }
        return lines
    }

    // MARK: A replica that lacked the last commits

    private static let tables = ["queues", "queue_spans", "queue_tickets", "queue_blocks", "queue_acts", "queue_events"]

    private func alter(_ statements: [String]) throws {
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try database.write { database in for sql in statements { try database.execute(sql: sql) } }
        try database.close()
    }

    /// Keeps the queues as they are, for `goBack`.
    private func keep() throws { try alter(Self.tables.map { "CREATE TABLE kept_\($0) AS SELECT * FROM \($0)" }) }

    /// As if a replica that has what was kept had been promoted.
    private func goBack() throws {
        try alter(
            Self.tables.flatMap { ["DELETE FROM \($0)", "INSERT INTO \($0) SELECT * FROM kept_\($0)"] } + ["PRAGMA user_version = 2"])
    }

    @Test("after a replica that was behind is promoted no number comes twice, and who has one stays in line")
    func wentBack() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        for _ in 0..<5 { _ = try await number(east) }
        try keep()
        var given = Set(1...5)
        for _ in 0..<3 { given.insert(try await number(west)) }
        let ticket = try await join(east, "phone")
        given.insert(ticket.number)
        given.insert(try await number(west))
        #expect(given == Set(1...10))
        let lost = try await west.state(of: "main").sequence
        try goBack()

        let new = try await number(east)
        #expect(new > 20)
        _ = try await west.states()
        #expect(try await west.place(of: ticket.id)?.ticket.number == ticket.number)
        let numbers = try await store.queues.numbers(in: "main").flatMap { Array($0) }
        #expect(numbers.sorted() == given.sorted() + [new])
        #expect(try await east.state(of: "main").waiting == 11)
        let acts = try await store.queues.acts(in: "main", limit: 100).map(\.act.kind)
        #expect(acts.filter { $0 == .skipNumbers }.count == 1)
        #expect(acts.filter { $0 == .restoreNumbers }.count == 2)
        #expect(try await number(west) == new + 1)
        // The versions after the lost ones are new, so pages know that they have missed something.
        let versions = try await store.queues.events(of: "main", from: 0).map(\.version)
        #expect(versions.count { $0 > lost } == 3)
        #expect(!versions.contains(lost))
    }

    @Test("a ticket that is made right after the replica is promoted doesn’t get the id of one that was lost")
    func idsWentBack() async throws {
        let east = try await desk("east")
        _ = try await number(east)
        try keep()
        let lost = try await join(east, "phone")
        try goBack()
        let new = try await join(east, "other phone")
        #expect(new.id != lost.id)
        #expect(new.number > lost.number)
        #expect(try await east.ticket(ofDevice: "phone", in: "main")?.ticket.number == lost.number)
        #expect(try await east.ticket(ofDevice: "other phone", in: "main")?.ticket == new)
        #expect(try await east.state(of: "main").waiting == 3)
        #expect(try store.queues.all().tickets.count == 2)
    }

    @Test("a day that had begun goes on after the replica is promoted, and its numbers don't come twice")
    func dayWentBack() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        _ = try await number(east)
        try keep()
        try await east.perform(.startDay, in: "main", by: Self.clerk)
        let given = [try await number(east), try await number(west)]
        #expect(given == [1, 2])
        try goBack()
        let new = try await number(west)
        #expect(new > 20)
        _ = try await east.states()
        #expect(try await east.state(of: "main").day == 2)
        let numbers = try await store.queues.numbers(in: "main").flatMap { Array($0) }
        #expect(numbers.sorted() == given + [new])
    }

    @Test("a recall at another server leaves the last action to be undone where it was done")
    func undoneAfterRecallElsewhere() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        let ticket = try await join(east)
        #expect(try await next(east, at: "1") == ticket.number)
        try await west.perform(.recall(counter: "1"), in: "main", by: Self.clerk)
        await #expect(throws: QueueRefusal.nothingToUndo) { try await west.perform(.undo(counter: "1"), in: "main", by: Self.clerk) }
        try await east.perform(.undo(counter: "1"), in: "main", by: Self.clerk)
        for desk in [east, west] {
            let known = try await desk.place(of: ticket.id)?.ticket
            #expect(known?.state == .waiting)
            #expect(known?.calls == 0)
        }
    }

    @Test("called tickets of which the database knows nothing wait again, and kiosks get blocks that none had")
    func ticketsWentBack() async throws {
        let (east, west) = (try await desk("east"), try await desk("west"))
        _ = try await east.perform(.reserve(kiosk: "door", count: 5), in: "main", by: Self.clerk)
        try keep()
        let ticket = try await join(east)
        #expect(try await next(east, at: "1") == ticket.number)
        _ = try await west.perform(.reserve(kiosk: "hall", count: 5), in: "main", by: Self.clerk)
        try goBack()
        _ = try await east.states()
        #expect(try await east.place(of: ticket.id)?.ticket.state == .waiting)
        guard case .block(let block) = try await east.perform(.reserve(kiosk: "door", count: 5), in: "main", by: Self.clerk) else {
            throw Books.Unexpected()
        }
        #expect(block.lowerBound > 9_010)
        #expect(try await next(west, at: "1") == ticket.number)
        let used = [KioskTicket(number: 9_006, joined: .system())]
        try await west.perform(.reconcile(kiosk: "hall", used: used), in: "main", by: Self.clerk)
        #expect(try await next(east, at: "2") == 9_006)
    }
}

@Suite("Bare numbers from another desk") struct SharedBareNumbersTests {
    private static let second = Timestamp(milliseconds: 1_000)

    private static func span(_ first: Int, _ last: Int) -> BareSpan { BareSpan(first: first, last: last, joined: second) }

    @Test("spans grow, break in two, and end as the rows say, in any order of the rows", arguments: [false, true])
    func taking(isReversed: Bool) {
        var numbers = BareNumbers([Self.span(1, 3), Self.span(5, 20), Self.span(30, 31)])
        let changed = [Self.span(1, 0), Self.span(2, 3), Self.span(5, 9), Self.span(11, 20), Self.span(30, 40), Self.span(41, 41)]
        numbers.take(isReversed ? changed.reversed() : changed)
        #expect(numbers.spans == [Self.span(2, 3), Self.span(5, 9), Self.span(11, 20), Self.span(30, 40), Self.span(41, 41)])
        #expect(numbers.count == 2 + 5 + 10 + 11 + 1)
        #expect(numbers.first == 2)
        #expect(!numbers.contains(10))
    }
}
