import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Statistics of queues")
struct QueueStatisticsTests {
    /// The day on which clocks are put back in Berlin: 2026-10-25, 02:00 comes twice.
    private static let midnight = Timestamp(iso: "2026-10-24T22:00:00Z") ?? Timestamp(milliseconds: 0)
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private static let day = midnight..<midnight + .seconds(25 * 3600)
    private static let firstDay = 20_751

    @Test("numbers are counted in the hour in which they came, on the clock of the queue, also where it is put back")
    func hours() async throws {
        var history = try History()
        for hour in [0, 1, 2, 3, 24] { history.finish(history.join(at: hour * 60), from: hour * 60 + 1, to: hour * 60 + 3) }
        let statistics = try await history.statistics()
        #expect(statistics.hours.map(\.hour) == [0, 1, 2, 23])
        #expect(statistics.hours.map(\.figures.taken) == [1, 1, 2, 1])
        try #require(statistics.days.map(\.day) == [Self.firstDay])
        #expect(statistics.days[0].figures.served == 5)
    }

    @Test("median and nine in ten are those of the nearest rank")
    func ranks() async throws {
        var history = try History()
        for wait in 1...10 { history.finish(history.join(at: 0), from: wait, to: wait + wait) }
        let total = try await history.statistics().total
        #expect(total.waits == .init(median: .seconds(5 * 60), ninetieth: .seconds(9 * 60)))
        #expect(total.services == total.waits)
    }

    @Test("what was taken back did not happen, and who came after all was served")
    func undone() async throws {
        var history = try History()
        let ticket = history.join(at: 0)
        history.note(.call, ticket, at: 1, "1", by: 7)
        history.note(.undo, ticket, at: 2, "1", by: 7)
        history.note(.call, ticket, at: 10, "2", by: 8)
        history.note(.noShow, ticket, at: 11, "2", by: 8)
        history.note(.call, ticket, at: 20, "2", by: 7)
        history.note(.recall, ticket, at: 21, "2", by: 7)
        history.note(.finish, ticket, at: 25, "2", by: 7)
        history.end(ticket, .finished, at: 25)
        let statistics = try await history.statistics()
        #expect(statistics.total.waits?.median == .seconds(600))
        #expect(statistics.total.services?.median == .seconds(300))
        try #require(statistics.counters.map(\.name) == ["2"])
        #expect(statistics.counters[0].figures.noShows == 1)
        #expect(statistics.clerks.map(\.person) == [7, 8])
        #expect(statistics.clerks.map(\.figures.served) == [1, 0])
    }

    @Test("whoever is at a counter still is no service yet")
    func ongoing() async throws {
        var history = try History()
        history.note(.call, history.join(at: 0), at: 4, "1", by: 7)
        let statistics = try await history.statistics()
        #expect(statistics.total.waits?.median == .seconds(240))
        #expect(statistics.total.services == nil)
        #expect(statistics.counters.map(\.figures) == [.init()])
        #expect(statistics.clerks.map(\.figures) == [.init()])
    }

    @Test("bare numbers are taken, and have left once their day is over")
    func bare() async throws {
        var history = try History()
        history.spans = [(1, 1, 30), (2, 31, 40)]
        let total = try await history.statistics().total
        #expect(total.taken == 40)
        #expect(total.left == 30)
        #expect(total.served == 0)
        #expect(total.waits == nil)
    }

    @Test("the tickets of a file and those who were missed are those of their queue and time")
    func lists() async throws {
        var history = try History()
        let (first, second) = (history.join(at: 0), history.join(at: 1))
        for ticket in [first, second] { history.note(.call, ticket, at: 2, "1", by: 7) }
        history.end(first, .noShow, at: 3)
        history.end(second, .finished, at: 4)
        let store = try await history.stored()
        #expect(try await store.queues.missedTickets(in: "main", limit: 9).map(\.id) == [first])
        #expect(try await store.queues.missedTickets(in: "other", limit: 9).isEmpty)
        #expect(try await store.queues.tickets(joinedIn: "main", during: Self.day, after: first, limit: 9).map(\.id) == [second])
        #expect(try await store.queues.tickets(joinedIn: "main", during: Self.day.upperBound..<Self.day.upperBound, limit: 9).isEmpty)
    }

    /// What happened to a queue, in minutes since midnight.
    private struct History {
        private let folder: TemporaryFolder
        private var tickets: [Ticket] = []
        private var acts: [QueueAct] = []
        /// Day, first and last number.
        var spans: [(day: Int64, first: Int, last: Int)] = []

        init() throws { folder = try TemporaryFolder() }

        private static func time(_ minutes: Int) -> Timestamp { midnight + .seconds(minutes * 60) }

        mutating func join(at minutes: Int) -> Ticket.ID {
            let id = Ticket.ID(tickets.count + 1)
            tickets.append(Ticket(id: id, queue: "main", day: 2, number: 100 + Int(id), label: "\(id)", joined: Self.time(minutes)))
            note(.join, id, at: minutes, nil, by: nil)
            return id
        }

        mutating func finish(_ ticket: Ticket.ID, from: Int, to: Int) {
            note(.call, ticket, at: from, "1", by: 7)
            note(.finish, ticket, at: to, "1", by: 7)
            end(ticket, .finished, at: to)
        }

        mutating func note(_ kind: QueueAct.Kind, _ ticket: Ticket.ID, at minutes: Int, _ counter: String?, by person: Int64?) {
            let actor = QueueActor(kind: person == nil ? .guest : .clerk, person: person)
            acts.append(QueueAct(kind, at: Self.time(minutes), queue: "main", day: 2, ticket: ticket, counter: counter, by: actor))
        }

        mutating func end(_ ticket: Ticket.ID, _ state: Ticket.State, at minutes: Int) {
            tickets[Int(ticket) - 1].state = state
            tickets[Int(ticket) - 1].ended = Self.time(minutes)
        }

        func stored() async throws -> Store {
            let store = try Engine.store(in: folder.url)
            let line = QueueWriting.Line(
                name: "main", board: "queue", day: 2, began: midnight, next: 1000, settings: QueueSettings())
            var writing = QueueWriting(lines: [line], days: [line], tickets: tickets, blocks: [], acts: acts)
            writing.spans = spans.map { .init(queue: "main", day: $0.day, first: $0.first, last: $0.last, joined: midnight) }
            try store.queues.commit(writing)
            return store
        }

        func statistics() async throws -> QueueStatistics {
            try await stored().queues.queueStatistics(of: "main", during: QueueStatisticsTests.day, in: berlin)
        }
    }
}
