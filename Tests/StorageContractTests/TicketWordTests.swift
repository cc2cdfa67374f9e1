import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Words to guests of a queue") struct TicketWordTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000) }

    private func ticket(_ id: Int64, calledAt counter: String? = nil, ended: Timestamp? = nil) -> Ticket {
        var ticket = Ticket(id: id, queue: "main", day: 1, number: Int(id), label: "A\(id)", joined: time(0), guest: [.name: "Ada"])
        if let counter { (ticket.state, ticket.counter) = (.called, counter) }
        if let ended { (ticket.state, ticket.ended) = (.finished, ended) }
        return ticket
    }

    private func commit(_ ticket: Ticket, _ act: QueueAct.Kind? = nil, at seconds: Int64 = 0) throws {
        let line = QueueWriting.Line(name: "main", board: "queue", day: 1, began: time(0), next: 9, settings: QueueSettings())
        let acts = act.map {
            [QueueAct($0, at: time(seconds), queue: "main", day: 1, ticket: ticket.id, counter: ticket.counter, by: .guest)]
        }
        try store.queues.commit(QueueWriting(lines: [line], days: [line], tickets: [ticket], blocks: [], acts: acts ?? []))
    }

    private func listener(_ ticket: Int64, _ endpoint: String = "https://push.example/a", ahead: Int = 2) -> TicketListener {
        TicketListener(ticket: ticket, queue: "main", endpoint: endpoint, address: "{}", language: "en", page: "queue/main", ahead: ahead)
    }

    @Test("a call enters the outbox with the commit that makes it, is claimed once, and what nobody knows of is given up")
    func turn() async throws {
        try commit(ticket(1))
        #expect(try await store.queues.add(listener(1), whileAhead: 9))
        #expect(try await store.queues.nextTicketWord() == nil)
        try commit(ticket(1, calledAt: "3"), .call, at: 10)
        #expect(try await store.queues.nextTicketWord() == time(10))
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(9)).isEmpty)
        let words = try await store.queues.claimTicketWords(upTo: 9, at: time(11))
        #expect(words.map(\.kind) == [.turn(counter: "3")])
        #expect(words.map(\.label) == ["A1"])
        #expect(words.map(\.attempts) == [1])
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(11)).isEmpty)
        try await store.queues.note(.failed(reason: "busy", retryAt: time(20)), of: words[0])
        #expect(try await store.queues.nextTicketWord() == time(20))
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(21)).map(\.attempts) == [2])
        try await store.queues.giveUpClaimedTicketWords()
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(30)).isEmpty)
    }

    @Test("a node that starts gives up its own words, those of a node that is gone are given up elsewhere, a living one's aren't")
    func nodes() async throws {
        try await store.leases.join("run 1", named: "east", version: "1")
        for (id, node) in zip(1...4 as ClosedRange<Int64>, ["east", "west", "north", ""]) {
            try commit(ticket(id))
            #expect(try await store.queues.add(listener(id, "https://push.example/\(id)"), whileAhead: 9))
            try commit(ticket(id, calledAt: "3"), .call, at: 10)
            #expect(try await store.queues.claimTicketWords(upTo: 9, on: node, at: time(11)).map(\.ticket) == [id])
        }
        #expect(try await store.queues.giveUpClaimedTicketWords(of: "west") == 2)
        #expect(try await store.queues.giveUpClaimedTicketWords(ofNodesGoneFor: .seconds(3600)) == 1)
        // A server that is alone knows that all others have ended.
        #expect(try await store.queues.giveUpClaimedTicketWords() == 1)
        #expect(try await store.queues.nextTicketWord() == nil)
    }

    @Test("who is near is told once, who asks for more after that isn't told what was told")
    func near() async throws {
        try commit(ticket(1))
        #expect(try await store.queues.add(listener(1), whileAhead: 5))
        try await store.queues.postNear(.init(ticket: 1, ahead: 2, at: time(5)))
        try await store.queues.postNear(.init(ticket: 1, ahead: 1, at: time(6)))
        let words = try await store.queues.claimTicketWords(upTo: 9, at: time(7))
        #expect(words.map(\.kind) == [.near(ahead: 2)])
        try await store.queues.note(.sent, of: words[0])
        try await store.queues.postTurn(of: ticket(1, calledAt: "3"), isFirst: true, to: "https://push.example/other", at: time(8))
        #expect(try await store.queues.nextTicketWord() == nil)
        try commit(ticket(1, calledAt: "3"))
        try await store.queues.postTurn(of: ticket(1, calledAt: "3"), isFirst: true, to: "https://push.example/a", at: time(8))
        try await store.queues.postTurn(of: ticket(1, calledAt: "3"), isFirst: false, to: "https://push.example/a", at: time(9))
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(9)).map(\.kind) == [.turn(counter: "3")])
    }

    @Test("a word that is no longer true isn't sent: too old, called elsewhere, or the browser is gone")
    func late() async throws {
        try commit(ticket(1))
        #expect(try await store.queues.add(listener(1), whileAhead: 9))
        try commit(ticket(1, calledAt: "3"), .call, at: 0)
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(0) + TicketWord.lifetime + .seconds(1)).isEmpty)
        try commit(ticket(1, calledAt: "3"), .recall, at: 700)
        try commit(ticket(1, calledAt: "4"))
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: time(701)).isEmpty)
        try commit(ticket(1, calledAt: "4"), .recall, at: 702)
        let words = try await store.queues.claimTicketWords(upTo: 9, at: time(703))
        #expect(words.map(\.kind) == [.again(counter: "4")])
        try await store.queues.note(.gone, of: words[0])
        try commit(ticket(1, calledAt: "4"), .recall, at: 704)
        #expect(try await store.queues.nextTicketWord() == nil)
    }

    @Test("a ticket is followed on four browsers; one is forgotten when asked, and all of a queue with what guests said of themselves")
    func listeners() async throws {
        try commit(ticket(1, ended: time(50)))
        for number in 1...TicketListener.limitOfTicket {
            #expect(try await store.queues.add(listener(1, "https://push.example/\(number)"), whileAhead: 9))
        }
        #expect(try await store.queues.add(listener(1, "https://push.example/5"), whileAhead: 9) == false)
        #expect(try await store.queues.add(listener(1, "https://push.example/1", ahead: 5), whileAhead: 9))
        try await store.queues.removeListener(of: 1, at: "https://push.example/1")
        #expect(try await store.queues.add(listener(1, "https://push.example/5"), whileAhead: 9))
        #expect(try await store.queues.eraseListeners(endedIn: "main", before: time(50)) == 0)
        #expect(try await store.queues.eraseListeners(endedIn: "main", before: time(51)) == TicketListener.limitOfTicket)
        #expect(try store.queues.all().tickets.first { $0.id == 1 }?.guest == [.name: "Ada"])
        #expect(try await store.queues.erase(endedIn: "main", before: time(51)) == 1)
        #expect(try store.queues.all().tickets.first { $0.id == 1 }?.guest.isEmpty == true)
    }

    @Test("tickets and acts beyond what is kept go, however young; who waits stays")
    func excess() async throws {
        for id in 1...12 as ClosedRange<Int64> { try commit(ticket(id, ended: id == 2 ? nil : time(1)), .join) }
        var retention = Retention()
        retention.queueRows = 10
        #expect(try await store.pruneExcess(retention) == 3)
        #expect(try store.queues.all().tickets.map(\.id).contains(2))
        #expect(try await store.pruneExcess(retention) == 0)
    }
}
