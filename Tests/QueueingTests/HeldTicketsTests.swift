import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

@Suite("Tickets that are held until a time") struct HeldTicketsTests {
    @Test("whoever holds back is near when that runs out, and the clock knows when")
    func runsOut() throws {
        var books = Books()
        let (first, second) = (try books.join().id, try books.join().id)
        let until = books.now + .seconds(600)
        try books.act(.hold(second, until: until))
        #expect(books.book.dueByClock == until)
        _ = books.book.takeWriting()
        _ = books.book.takeNews()
        books.book.tick(at: until + .milliseconds(-1))
        #expect(!books.book.hasWriting)
        #expect(books.book.takeNews().isEmpty)
        books.book.tick(at: until)
        #expect(books.book.hasWriting)
        #expect(books.book.takeWriting().fronts.map(\.ticket) == [first, second])
        #expect(books.book.takeNews().map(\.ready) == [1])
        // Only once.
        books.book.tick(at: until + .seconds(1))
        #expect(!books.book.hasWriting)
        #expect(books.book.dueByClock.map { $0 > until } ?? false)
    }

    @Test("who is called, leaves, is put aside, sent elsewhere or held anew is not waited for")
    func moved() throws {
        var books = Books([Books.plan(), Books.plan("other")])
        let ids = try (1...5).map { _ in try books.join().id }
        let quiet = try #require(books.book.dueByClock)
        let until = books.now + .seconds(600)
        for id in ids { try books.act(.hold(id, until: until)) }
        try books.act(.call(number: 1, counter: "1"))
        try books.act(.leave(ids[1]), by: .guest)
        try books.act(.park(ids[2]))
        try books.act(.transfer(ids[3], to: "other", front: false))
        #expect(books.book.dueByClock == until)
        try books.act(.hold(ids[4], until: until + .seconds(60)))
        #expect(books.book.dueByClock == until + .seconds(60))
        // Callable again at once.
        try books.act(.hold(ids[4], until: books.now + .seconds(1)))
        _ = books.book.takeNews()
        books.book.tick(at: books.now)
        #expect(books.book.takeNews().map(\.ready) == [1])
        #expect(books.book.dueByClock == quiet)
        try books.act(.hold(ids[4], until: until))
        try books.act(.startDay)
        #expect(books.book.dueByClock == quiet)
    }

    @Test("of a hundred thousand who hold back each is let go at their time", .timeLimit(.minutes(15)))
    func many() throws {
        let count = 100_000
        var stored = StoredQueues()
        stored.queues["main"] = .init(day: 1, began: Books.start, next: count + 1, settings: QueueSettings())
        stored.tickets = (1...count).map { number in
            Ticket(
                id: Int64(number), queue: "main", day: 1, number: number, label: "\(number)", joined: Books.start,
                notBefore: Books.start + .milliseconds(number))
        }
        var books = Books([Books.plan(reset: nil)], stored)
        var ready = 0
        for second in 1...count / 4 {
            books.book.tick(at: Books.start + .milliseconds(second))
            #expect(books.book.dueByClock == Books.start + .milliseconds(second + 1))
            ready += books.book.takeNews().reduce(0) { $0 + $1.ready }
        }
        #expect(ready == count / 4)
    }

    @Test(
        "the desk wakes for whoever is held for less than it meant to sleep, and the word is in the store by then", .timeLimit(.minutes(15))
    )
    func wakes() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let (heard, tell) = AsyncStream<QueueNews>.makeStream()
        let desk = try await QueueDesk(plans: [Books.plan(reset: nil)], store: store, onNews: { tell.yield($0) })
        let running = Task { try await desk.run() }
        defer { running.cancel() }
        let joining = QueueCommand.join(device: nil, services: [], guest: [:])
        guard case .ticket(let ticket) = try await desk.perform(joining, in: "main", by: .guest) else { throw Books.Unexpected() }
        let listener = TicketListener(
            ticket: ticket.id, queue: "main", endpoint: "https://push.example/1", address: "{}", language: "en", page: "queue/main",
            ahead: 2)
        #expect(try await store.queues.add(listener, whileAhead: 9))
        try await desk.perform(.hold(ticket.id, until: .system() + .milliseconds(100)), in: "main", by: .guest)
        for await news in heard where news.ready == 1 { break }
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: .system()).map { "\($0.kind)" } == ["near(ahead: 0)"])
    }
}
