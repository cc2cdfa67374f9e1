import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import Queueing

@Suite("Counters that are closed") struct QueueCountersTests {
    @Test("a closed counter calls nobody, and whoever is there is served to the end")
    func closed() throws {
        var books = Books()
        for _ in 1...4 { _ = try books.join() }
        #expect(try books.next("1") == 1)
        try books.act(.setCounter("1", isOpen: false))
        #expect(throws: QueueRefusal.counterClosed("1")) { try books.next("1") }
        #expect(throws: QueueRefusal.counterClosed("1")) { try books.act(.call(number: 3, counter: "1")) }
        #expect(throws: QueueRefusal.noSuchCounter) { try books.act(.setCounter("9", isOpen: false)) }
        #expect(try books.state().counters.map(\.isOpen) == [false, true])
        let first = try #require(try books.state().counters[0].ticket)
        // A called guest who hasn't come yet is called again.
        try books.act(.recall(counter: "1"))
        #expect(try books.state().calls.map(\.label) == ["1"])
        try books.act(.finish(first.id))
        #expect(books.book.ticket(first.id)?.state == .finished)
        try books.act(.undo(counter: "1"))
        #expect(try books.state().counters[0].ticket?.number == 1)
        try books.act(.finish(first.id))
        #expect(try books.next("2") == 2)
        try books.act(.setCounter("1", isOpen: true))
        #expect(try books.next("1") == 3)
    }

    @Test("it counts for no estimate, and no display leads anybody there")
    func shown() throws {
        var books = Books()
        for _ in 1...9 { _ = try books.join() }
        for _ in 1...2 {
            _ = try (books.next("1"), books.next("2"))
            books.now = books.now + .seconds(300)
        }
        _ = try books.next("1")
        #expect(try books.state().pace.counters == 2)
        #expect(try books.state().calls.map(\.counter) == ["1", "2", "1", "2", "1"])
        let last = try books.join()
        let both = try #require(books.book.place(of: last.id)?.estimate)
        try books.act(.setCounter("2", isOpen: false))
        #expect(try books.state().pace.counters == 1)
        #expect(try #require(books.book.place(of: last.id)?.estimate).upperBound > both.upperBound)
        // Number 4 is still there.
        #expect(try books.state().calls.map(\.number) == [5, 4, 3, 1])
        try books.act(.finish(try #require(try books.state().counters[1].ticket?.id)))
        #expect(try books.state().calls.map(\.counter) == ["1", "1", "1"])
        try books.act(.setCounter("2", isOpen: true))
        #expect(try books.state().calls.map(\.counter) == ["1", "1", "1"])
        #expect(try books.state().pace.counters == 2)
    }

    @Test("it stays closed over the day's end and a restart, and the trail says who closed it, once")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let plans = [Books.plan(reset: nil)]
        let first = try await QueueDesk(plans: plans, store: store)
        for _ in 1...2 { try await first.perform(.setCounter("2", isOpen: false), in: "main", by: Books.clerk) }
        try await first.perform(.startDay, in: "main", by: Books.clerk)
        let second = try await QueueDesk(plans: plans, store: store)
        #expect(try await second.state(of: "main").counters.map(\.isOpen) == [true, false])
        try await second.perform(.setCounter("2", isOpen: true), in: "main", by: Books.clerk)
        let acts = try await store.queues.acts(in: "main", limit: 9).map(\.act)
        #expect(acts.map(\.kind) == [.openCounter, .startDay, .closeCounter])
        #expect(acts.first?.counter == "2")
        #expect(acts.first?.actor == Books.clerk)
    }

    @Test("settings that a former version wrote are read")
    func former() throws {
        let text = #"{"capacity":{"people":9},"isLate":true}"#
        let settings = try JSONDecoder().decode(QueueSettings.self, from: Data(text.utf8))
        #expect(settings.capacity?.people == 9)
        #expect(settings.isLate)
        #expect(settings.closedCounters.isEmpty)
        #expect(try JSONDecoder().decode(QueueSettings.self, from: JSONEncoder().encode(settings)) == settings)
    }
}
