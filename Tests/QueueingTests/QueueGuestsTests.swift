import Foundation
import GRDB
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

/// Which guests are notified that they are near or called, and what guest data is erased: decided by the book, and durable together with
/// its decisions.
@Suite("Words to guests of queues") struct QueueGuestsTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let clerk = QueueActor(kind: .clerk, person: 1)

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    private func fronts(_ books: inout Books) -> [String] { books.book.takeWriting().fronts.map { "\($0.ticket): \($0.ahead)" } }

    private func desk(_ plan: QueuePlan = Books.plan(reset: nil), now: @escaping Now = Timestamp.system) async throws -> QueueDesk {
        try await QueueDesk(plans: [plan], store: store, now: now)
    }

    private func join(_ desk: QueueDesk, _ device: String, _ guest: [PersonalField: String] = [:]) async throws -> Ticket {
        let joining = QueueCommand.join(device: device, services: [], guest: guest)
        guard case .ticket(let ticket) = try await desk.perform(joining, in: "main", by: .guest) else { throw Books.Unexpected() }
        return ticket
    }

    private func listen(_ ticket: Ticket, ahead: Int = 2, endpoint: String = "https://push.example/1", while now: Int) async throws -> Bool
    {
        try await store.queues.add(
            TicketListener(
                ticket: ticket.id, queue: "main", endpoint: endpoint, address: "{}", language: "de", page: "queue/main", ahead: ahead),
            whileAhead: now)
    }

    /// Takes all pending messages from the outbox.
    private func words() async throws -> [String] {
        try await store.queues.claimTicketWords(upTo: 100, at: .system()).map { "\($0.label) \($0.kind)" }
    }

    private func stored(_ sql: String) throws -> [String] {
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        defer { try? database.close() }
        return try database.read { try String.fetchAll($0, sql: sql) }
    }

    @Test("whoever is near the front is named when somebody before them stops waiting, and not when somebody comes")
    func near() throws {
        var books = Books()
        let ids = try (1...8).map { _ in try books.join().id }
        #expect(fronts(&books).isEmpty)
        _ = try books.next()
        #expect(fronts(&books) == zip(ids[1...6], 0...).map { "\($0): \($1)" })
        try books.act(.leave(ids[2]), by: .guest)
        #expect(fronts(&books).first == "\(ids[1]): 0")
    }

    @Test("bare numbers are counted and named nowhere; whoever holds back is not told")
    func bare() throws {
        var books = Books()
        _ = try books.take()
        _ = try books.take()
        let (first, second) = (try books.join().id, try books.join().id)
        try books.act(.hold(first, until: books.now + .seconds(600)))
        _ = try books.next()
        #expect(fronts(&books) == ["\(second): 2"])
    }

    @Test("two words, each once: near, and the turn; a call once more is another")
    func once() async throws {
        let desk = try await desk()
        var tickets: [Ticket] = []
        for device in ["a", "b", "c", "d", "e"] { tickets.append(try await join(desk, device)) }
        #expect(try await listen(tickets[3], ahead: 2, while: 3))
        #expect(try await words() == [])
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words() == ["4 near(ahead: 2)"])
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words() == [])
        try await desk.perform(.next(counter: "2"), in: "main", by: Self.clerk)
        #expect(try await words() == [#"4 turn(counter: "2")"#])
        try await desk.perform(.recall(counter: "2"), in: "main", by: Self.clerk)
        #expect(try await words() == [#"4 again(counter: "2")"#])
        try await desk.perform(.next(counter: "2"), in: "main", by: Self.clerk)
        #expect(try await words() == [])
    }

    @Test("who is near already when they ask is not told so; each phone of a ticket is told, and four at most")
    func phones() async throws {
        let desk = try await desk()
        let (first, second) = (try await join(desk, "a"), try await join(desk, "b"))
        #expect(try await listen(second, ahead: 1, while: 1))
        #expect(try await listen(second, ahead: 5, while: 1))
        for phone in 2...4 { #expect(try await listen(second, endpoint: "https://push.example/\(phone)", while: 1)) }
        #expect(try await !listen(second, endpoint: "https://push.example/5", while: 1))
        try await store.queues.removeListener(of: second.id, at: "https://push.example/4")
        try await desk.perform(.leave(first.id), in: "main", by: .guest)
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words() == Array(repeating: #"2 turn(counter: "1")"#, count: 3))
    }

    @Test("a call that came while a phone was remembered is told, once, wherever it fell")
    func calledMeanwhile() async throws {
        let desk = try await desk()
        let (first, second) = (try await join(desk, "a"), try await join(desk, "b"))
        func called(_ ticket: Ticket) async throws -> Ticket { try #require(try await desk.place(of: ticket.id)?.ticket) }
        // Before it was stored: no commit knew of it.
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await listen(first, while: 0))
        #expect(try await words() == [])
        for _ in 1...2 {
            try await store.queues.postTurn(of: try await called(first), isFirst: true, to: "https://push.example/1", at: .system())
        }
        #expect(try await words() == [#"1 turn(counter: "1")"#])
        // After it was stored: the commit has notified it.
        #expect(try await listen(second, endpoint: "https://push.example/2", while: 0))
        try await desk.perform(.next(counter: "2"), in: "main", by: Self.clerk)
        try await store.queues.postTurn(of: try await called(second), isFirst: true, to: "https://push.example/2", at: .system())
        #expect(try await words() == [#"2 turn(counter: "2")"#])
    }

    @Test("what is not true any more is not told: undone, over, or too long ago")
    func late() async throws {
        let desk = try await desk()
        let ticket = try await join(desk, "a")
        _ = try await listen(ticket, while: 0)
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        try await desk.perform(.undo(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words() == [])
        try await desk.perform(.next(counter: "2"), in: "main", by: Self.clerk)
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: .system() + .seconds(601)).isEmpty)
        try await desk.perform(.recall(counter: "2"), in: "main", by: Self.clerk)
        try await desk.perform(.finish(ticket.id), in: "main", by: Self.clerk)
        #expect(try await words() == [])
        #expect(try await store.queues.nextTicketWord() == nil)
        #expect(try stored("SELECT DISTINCT state FROM queue_words") == ["late"])
    }

    @Test("what was claimed by a process that is no more is not told again")
    func claimed() async throws {
        let desk = try await desk()
        _ = try await listen(try await join(desk, "a"), while: 0)
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words().count == 1)
        #expect(try await words().isEmpty)
        try await store.queues.giveUpClaimedTicketWords()
        #expect(try await words().isEmpty)
        #expect(try await store.queues.nextTicketWord() == nil)
        #expect(try stored("SELECT state FROM queue_words") == ["failed"])
    }

    @Test(
        "where a queue or all have as many listeners as they may, one of them can choose again, and a further one is refused",
        arguments: [("main", TicketListener.limitOfQueue), ("other", TicketListener.limit)])
    func full(queue: String, limit: Int) async throws {
        let desk = try await desk()
        let (ticket, other) = (try await join(desk, "a"), try await join(desk, "b"))
        #expect(try await listen(ticket, while: 9))
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write {
            try $0.execute(
                sql: """
                    WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
                    INSERT INTO queue_listeners (ticket, queue, endpoint, address, language, page, ahead, was_near)
                    SELECT ?, ?, 'listener ' || number, '', 'en', 'queue', 1, 0 FROM numbers
                    """, arguments: [limit, other.id, queue])
        }
        #expect(try await listen(ticket, ahead: 5, while: 9))
        #expect(try stored("SELECT ahead FROM queue_listeners WHERE ticket = \(ticket.id)") == ["5"])
        #expect(try await !listen(ticket, endpoint: "https://push.example/2", while: 9))
    }

    @Test("a commit that fails leaves no word")
    func together() async throws {
        let desk = try await desk()
        _ = try await listen(try await join(desk, "a"), while: 0)
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try await database.write {
            try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON queue_words BEGIN SELECT raise(ABORT, 'full'); END")
        }
        await #expect(throws: StorageError.self) { try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk) }
        try await database.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try await desk.state(of: "main").calls.isEmpty)
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        #expect(try await words() == [#"1 turn(counter: "1")"#])
    }

    @Test("what guests said, their devices and their phones are forgotten after the ticket's end, and nothing of it was ever in the trail")
    func erased() async throws {
        let now = Timestamp.system()
        let desk = try await desk(Books.plan(reset: nil, asks: [.name, .phone]), now: { now })
        let (gone, here) = (
            try await join(desk, "device-of-ada", [.name: "Ada", .phone: "555-17"]), try await join(desk, "device-of-bob", [.name: "Bob"])
        )
        for ticket in [gone, here] { _ = try await listen(ticket, endpoint: "https://push.example/\(ticket.id)", while: 9) }
        try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        try await desk.perform(.finish(gone.id), in: "main", by: Self.clerk)
        #expect(try stored("SELECT guest FROM queue_tickets ORDER BY id").first?.contains("Ada") == true)

        #expect(try await desk.erase(at: now + .seconds(86_399)) == 0)
        #expect(try await desk.erase(at: now + .seconds(86_401)) > 0)
        #expect(try stored("SELECT coalesce(guest, device, 'erased') FROM queue_tickets ORDER BY id") == ["erased", #"{"name":"Bob"}"#])
        #expect(try stored("SELECT CAST(ticket AS TEXT) FROM queue_listeners") == ["\(here.id)"])
        #expect(try await desk.place(of: gone.id)?.ticket.guest == [:])
        #expect(try await desk.ticket(ofDevice: "device-of-ada", in: "main") == nil)
        await #expect(throws: QueueRefusal.nothingToUndo) { try await desk.perform(.undo(counter: "1"), in: "main", by: Self.clerk) }
        let trail = try stored("SELECT coalesce(label, '') || coalesce(name, '') || coalesce(detail, '') || actor FROM queue_acts").joined()
        #expect(!trail.contains("Ada"))
        #expect(!trail.contains("555"))
        #expect(!trail.contains("device"))
    }
}
