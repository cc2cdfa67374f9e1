import Foundation
import Records
import Testing

@testable import Queueing

@Suite("The book of queues") struct QueueBookTests {
    @Test("numbers go up by one, whether they are bare or tickets")
    func numbers() throws {
        var books = Books([Books.plan(prefix: "A")])
        #expect(try books.take() == 1)
        #expect(try books.join().label == "A2")
        #expect(try books.take() == 3)
        #expect(try books.state().next == 4)
        #expect(try books.state().waiting == 3)
    }

    @Test("a day that a clock ten years ahead began ends at the next reset, after a start and while the queue is open")
    func dayAhead() throws {
        let decade = Duration.seconds(3653 * 86_400)
        var stored = StoredQueues()
        stored.queues["main"] = .init(day: 5, began: Books.start + decade, next: 8, settings: QueueSettings())
        var restarted = Books([Books.plan()], stored)
        var running = Books()
        _ = try running.take()
        running.book.tick(at: Books.start + decade)
        for (books, day) in [(restarted, 5), (running, running.book.lines[0].day)] {
            var book = books.book
            book.tick(at: Books.start + .seconds(60))
            #expect(book.lines[0].day == day)
            #expect(book.dueByClock == Timestamp(iso: "2026-11-19T04:00:00Z"))
            book.tick(at: Books.start + .seconds(86_400))
            #expect(book.lines[0].day == day + 1)
        }
        restarted.now = Books.start + .seconds(86_400)
        #expect(try restarted.take() == 1)
    }

    @Test("the first in line is called, and whoever was at the counter is finished with")
    func next() throws {
        var books = Books()
        for _ in 1...3 { _ = try books.take() }
        let ticket = try books.join()
        #expect(try books.next("1") == 1)
        #expect(try books.next("2") == 2)
        #expect(try books.next("1") == 3)
        #expect(try books.next("2") == 4)
        #expect(books.book.ticket(ticket.id)?.counter == "2")
        #expect(try books.next("1") == nil)
        #expect(try books.next("1") == nil)
        #expect(try books.state().counters.map(\.ticket?.number) == [nil, 4])
        #expect(try books.state().calls.map(\.number) == [4, 3, 2, 1])
    }

    @Test("people without an account make as many tickets as anybody may, or as many as the operator says; staff are not held by that")
    func guestLimit() throws {
        var books = Books()
        for _ in 0..<QueueLine.guestLimit { _ = try books.join() }
        #expect(throws: QueueRefusal.full(capacity: QueueLine.guestLimit)) { _ = try books.join() }
        try books.act(.join(device: nil, services: [], guest: [:]))
        // Anonymous numbers have no rows.
        _ = try books.take()

        var small = Books([Books.plan(capacity: 2)])
        for _ in 0..<2 { _ = try small.join() }
        #expect(throws: QueueRefusal.full(capacity: 2)) { _ = try small.join() }
    }

    @Test("the next is called only after whoever is believed to be there, if anybody is")
    func nextAfter() throws {
        var books = Books()
        let first = try books.join()
        for _ in 1...3 { _ = try books.take() }
        #expect(throws: QueueRefusal.outrun(counter: "1")) { try books.act(.next(counter: "1", after: .ticket(first.id))) }
        try books.act(.next(counter: "1", after: .nobody))
        #expect(throws: QueueRefusal.outrun(counter: "1")) { try books.act(.next(counter: "1", after: .nobody)) }
        try books.act(.next(counter: "1", after: .ticket(first.id)))
        // A second browser at that counter, which still shows the first ticket.
        #expect(throws: QueueRefusal.outrun(counter: "1")) { try books.act(.next(counter: "1", after: .ticket(first.id))) }
        #expect(try books.state().counters.map(\.ticket?.number) == [2, nil])
        #expect(try books.line() == [3, 4])
        #expect(try books.next("1") == 3)
    }

    @Test("a device gets its live ticket again, and a new one once that has ended")
    func idempotentJoin() throws {
        var books = Books()
        let first = try books.join("phone")
        #expect(try books.join("phone") == first)
        #expect(try books.join("other").number == 2)
        try books.act(.leave(first.id), by: .guest)
        #expect(try books.join("phone").number == 3)
        #expect(books.book.place(ofDevice: "phone", in: "main")?.ahead == 1)
    }

    @Test("what a guest says is kept where the board asks for it, cut, and nothing else")
    func personalFields() throws {
        var books = Books([Books.plan(asks: [.name])])
        let said: [PersonalField: String] = [.name: " " + String(repeating: "x", count: 300), .phone: "0123"]
        guard case .ticket(let ticket) = try books.act(.join(device: nil, services: [], guest: said), by: .guest) else {
            Issue.record("no ticket")
            return
        }
        #expect(ticket.guest == [.name: String(repeating: "x", count: 200)])
        #expect(books.book.takeWriting().acts.allSatisfy { $0.detail == nil && $0.actor == .guest })
    }

    @Test("with several services a ticket keeps its place for the next, and comes only where it is done")
    func services() throws {
        let services = [
            QueuePlan.Service(name: "photo", label: "Photo", counters: ["1"]),
            QueuePlan.Service(name: "passport", label: "Passport", counters: ["2"]),
        ]
        var books = Books([Books.plan(services: services)])
        let first = try books.join(services: ["photo", "passport", "photo"])
        #expect(first.services == ["photo", "passport"])
        #expect(try books.join(services: ["passport"]).number == 2)
        #expect(throws: QueueRefusal.noSuchService) { try books.join(services: ["cake"]) }
        #expect(try books.next("2") == 2)
        #expect(try books.next("1") == 1)
        #expect(try books.join(services: ["passport"]).number == 3)
        // Finished with the photo: before 3, which came later.
        #expect(try books.next("1") == nil)
        #expect(try books.line() == [1, 3])
        #expect(try books.next("2") == 1)
        try books.act(.finish(first.id))
        #expect(books.book.ticket(first.id)?.state == .finished)
    }

    @Test("a closed, paused or full queue gives no numbers, and says why")
    func refusals() throws {
        var books = Books([Books.plan(capacity: 2)])
        _ = try books.take()
        try books.act(.setState(.closed, reason: " Stocktaking "))
        #expect(throws: QueueRefusal.closed(reason: "Stocktaking", opens: nil)) { try books.take() }
        try books.act(.setState(.paused, reason: nil))
        #expect(throws: QueueRefusal.paused(reason: nil)) { try books.join() }
        try books.act(.setState(.open, reason: nil))
        _ = try books.take()
        #expect(throws: QueueRefusal.full(capacity: 2)) { try books.take() }
        #expect(try books.state().free == 0)
        // Finishes the current ticket to make room.
        _ = try books.next()
        #expect(try books.take() == 3)
        try books.act(.setCapacity(nil))
        #expect(try books.take() == 4)
        #expect(try books.state().free == nil)
    }

    @Test("hours open and close it; staff may open it outside of them, until they begin again")
    func hours() throws {
        let hours = try OpeningHours([("mon-fri", "10:00-12:00")])
        var books = Books([Books.plan(hours: hours, reset: nil)])
        let ten = try #require(Timestamp(iso: "2026-11-18T10:00:00Z"))
        #expect(throws: QueueRefusal.closed(reason: nil, opens: ten)) { try books.take() }
        try books.act(.setState(.open, reason: nil))
        #expect(try books.take() == 1)
        books.now = ten + .seconds(7200)
        #expect(throws: QueueRefusal.self) { try books.take() }
        books.now = ten + .seconds(86_400)
        #expect(try books.take() == 2)
        try books.act(.setHours(try OpeningHours([("sat", "10:00-12:00")])))
        #expect(try books.state().opening == .closed)
        try books.act(.clearHours)
        #expect(try books.state().opening == .open)
        #expect(try books.state().hours == nil)
        try books.act(.setHours(nil))
        #expect(try books.state().opening == .open)
        #expect(try books.state().hours == hours)
    }

    @Test("at the day's end numbers begin at 1 again, and nobody waits any more")
    func reset() throws {
        var books = Books()
        for _ in 1...3 { _ = try books.take() }
        let (waiting, called) = (try books.join("phone"), try books.next())
        books.now = try #require(Timestamp(iso: "2026-11-19T03:59:58Z"))
        #expect(try books.take() == 5)
        books.now = try #require(Timestamp(iso: "2026-11-19T04:00:00Z"))
        #expect(try books.take() == 1)
        let state = try books.state()
        #expect(called == 1)
        #expect(state.day == 2)
        #expect(state.waiting == 1)
        #expect(state.calls.isEmpty)
        #expect(state.counters.allSatisfy { $0.ticket == nil })
        #expect(books.book.ticket(waiting.id)?.state == .left)
        #expect(try books.join("phone").day == 2)
        // Once a day, not again immediately.
        #expect(try books.take() == 3)
        #expect(books.book.takeWriting().acts.count { $0.kind == .startDay } == 1)
    }

    @Test("a certain number is called: bare, parked, or a no-show who came after all")
    func call() throws {
        var books = Books()
        for _ in 1...4 { _ = try books.take() }
        try books.act(.call(number: 3, counter: "2"))
        #expect(try books.line() == [1, 2, 4])
        let third = try #require(books.book.tickets.values.first { $0.number == 3 })
        try books.act(.noShow(third.id))
        #expect(throws: QueueRefusal.notNow(.noShow)) { try books.act(.finish(third.id)) }
        try books.act(.call(number: 3, counter: "1"))
        #expect(books.book.ticket(third.id)?.calls == 2)
        #expect(throws: QueueRefusal.atAnotherCounter("1")) { try books.act(.call(number: 3, counter: "2")) }
        #expect(throws: QueueRefusal.noSuchTicket) { try books.act(.call(number: 9, counter: "2")) }
        #expect(throws: QueueRefusal.noSuchCounter) { try books.act(.call(number: 4, counter: "7")) }
        try books.act(.call(number: 3, counter: "1"))
        #expect(try books.state().calls.first?.count == 3)
    }

    @Test("park, skip, hold and bringing back move a ticket, and leave the others where they are")
    func moving() throws {
        var books = Books()
        let tickets = try (1...5).map { _ in try books.join() }
        try books.act(.park(tickets[0].id))
        #expect(try books.line() == [2, 3, 4, 5])
        #expect(try books.state().parked == 1)
        try books.act(.skip(tickets[1].id, behind: 2))
        #expect(try books.line() == [3, 4, 2, 5])
        try books.act(.unpark(tickets[0].id, front: false))
        #expect(try books.line() == [1, 3, 4, 2, 5])
        try books.act(.skip(tickets[4].id, behind: 0))
        #expect(try books.line() == [5, 1, 3, 4, 2])
        try books.act(.skip(tickets[0].id, behind: 50))
        #expect(try books.line() == [5, 3, 4, 2, 1])
        try books.act(.hold(tickets[4].id, until: books.now + .seconds(600)))
        #expect(try books.next("1") == 3)
        books.now = books.now + .seconds(700)
        #expect(try books.next("2") == 5)
        #expect(books.book.place(of: tickets[0].id)?.ahead == 2)
        let places = books.book.tickets.values.filter { $0.state == .waiting }.map(\.place)
        #expect(Set(places).count == places.count)
    }

    @Test("a ticket put between two again and again always finds a place")
    func noRoom() throws {
        var books = Books()
        let tickets = try (1...40).map { _ in try books.join() }
        for ticket in tickets[2...] { try books.act(.skip(ticket.id, behind: 1)) }
        let line = try books.line()
        #expect(Set(line) == Set(1...40))
        #expect(line.first == 1)
    }

    @Test("a transfer goes to the other line's end, or its front, and keeps its label")
    func transfer() throws {
        var books = Books([Books.plan(prefix: "A"), Books.plan("other", prefix: "B")])
        let ticket = try books.join("phone")
        for _ in 1...2 { _ = try books.take(in: "other") }
        #expect(try books.next() == 1)
        try books.act(.transfer(ticket.id, to: "other", front: false))
        #expect(try books.take(in: "other") == 3)
        #expect(try books.line("other") == [1, 2, 1, 3])
        #expect(books.book.place(ofDevice: "phone", in: "main")?.state.plan.name == "other")
        #expect(books.book.place(ofDevice: "phone", in: "main")?.ahead == 2)
        #expect(try books.next("1", in: "other") == 1)
        #expect(try books.next("2", in: "other") == 2)
        #expect(try books.next("1", in: "other") == 1)
        #expect(books.book.ticket(ticket.id)?.label == "A1")
        #expect(books.book.ticket(ticket.id)?.state == .called)
        #expect(throws: QueueRefusal.noSuchTicket) { try books.act(.finish(ticket.id)) }
        #expect(throws: QueueRefusal.noSuchQueue) { try books.act(.transfer(ticket.id, to: "none", front: true), in: "other") }
    }

    @Test("undo brings back who was served and who was called, once")
    func undo() throws {
        var books = Books()
        for _ in 1...3 { _ = try books.take() }
        _ = try books.next()
        _ = try books.next()
        try books.act(.undo(counter: "1"))
        #expect(try books.state().counters[0].ticket?.number == 1)
        #expect(try books.line() == [2, 3])
        #expect(try books.state().calls.map(\.number) == [1])
        #expect(try books.state().pace.samples == 0)
        #expect(throws: QueueRefusal.nothingToUndo) { try books.act(.undo(counter: "1")) }
        #expect(try books.next() == 2)
        // It has changed in another way since.
        let second = try #require(books.book.tickets.values.first { $0.number == 2 })
        try books.act(.leave(second.id))
        #expect(throws: QueueRefusal.nothingToUndo) { try books.act(.undo(counter: "1")) }
    }

    @Test("a recall is no action to undo: undo takes back what was done before it")
    func undoAfterRecall() throws {
        var books = Books()
        for _ in 1...3 { _ = try books.take() }
        _ = try books.next()
        try books.act(.recall(counter: "1"))
        _ = try books.next()
        try books.act(.recall(counter: "1"))
        try books.act(.call(number: 2, counter: "1"))
        try books.act(.undo(counter: "1"))
        // The one who was called twice before is back, and the other waits as if never called.
        let there = try #require(try books.state().counters[0].ticket)
        #expect((there.number, there.calls) == (1, 2))
        #expect(try books.line() == [2, 3])
        #expect(books.book.tickets.values.first { $0.number == 2 }?.calls == 0)
        #expect(try books.state().calls.map(\.number) == [1])
        #expect(throws: QueueRefusal.nothingToUndo) { try books.act(.undo(counter: "1")) }
        // Nothing was done but a recall.
        try books.act(.recall(counter: "1"))
        #expect(throws: QueueRefusal.nothingToUndo) { try books.act(.undo(counter: "1")) }
    }

    @Test("a ticket that an undo brings back has been at its counter since its call")
    func sinceTheCall() throws {
        var books = Books()
        let ticket = try books.join()
        _ = try books.next()
        let called = books.now
        for end in [QueueCommand.finish(ticket.id), .noShow(ticket.id), .park(ticket.id), .next(counter: "1")] {
            try books.act(end)
            #expect(try books.state().counters[0].ticket == nil)
            try books.act(.undo(counter: "1"))
            #expect(try books.state().counters[0].ticket?.id == ticket.id)
            #expect(try books.state().counters[0].since == called)
        }
        try books.act(.finish(ticket.id))
        #expect(try books.state().counters[0].since == books.now)
    }

    @Test("news name each ticket that changed without leaving the line, also by an undo")
    func freed() throws {
        var books = Books()
        let ticket = try books.join()
        func freed(by command: QueueCommand) throws -> [String] {
            try books.act(command)
            return books.book.takeNews().flatMap(\.freed)
        }
        #expect(try freed(by: .next(counter: "1")).isEmpty)
        for end in [QueueCommand.finish(ticket.id), .noShow(ticket.id), .park(ticket.id)] {
            #expect(try freed(by: end) == ["1"])
            #expect(try freed(by: .undo(counter: "1")) == ["1"])
        }
        #expect(try freed(by: .park(ticket.id)) == ["1"])
        #expect(try freed(by: .unpark(ticket.id, front: false)) == ["1"])
        #expect(try freed(by: .hold(ticket.id, until: books.now + .seconds(600))) == ["1"])
    }

    @Test("news name the places that went and that came before the end")
    func news() throws {
        var books = Books()
        let tickets = try (1...3).map { _ in try books.join() }
        _ = books.book.takeNews()
        _ = try books.next()
        try books.act(.skip(tickets[1].id, behind: 0))
        let news = try #require(books.book.takeNews().first)
        #expect(news.gone == [Ticket.place(of: 1), Ticket.place(of: 2)])
        #expect(news.back == [Ticket.place(of: 3) - 1])
        #expect(news.called.map(\.number) == [1])
        #expect(news.joined == 0)
        #expect(news.state.waiting == 2)
        _ = try books.take()
        #expect(books.book.takeNews().map(\.joined) == [1])
        #expect(books.book.takeNews().isEmpty)
    }

    @Test("the last number of a day is given, and none after it")
    func lastNumber() throws {
        var stored = StoredQueues()
        stored.queues["main"] = .init(day: 1, began: Books.start, next: Ticket.numberLimit, settings: QueueSettings())
        var books = Books([Books.plan()], stored)
        #expect(try books.take() == Int(Int32.max) - 1)
        #expect(throws: QueueRefusal.outOfNumbers) { try books.take() }
        #expect(throws: QueueRefusal.outOfNumbers) { try books.join() }
    }
}
