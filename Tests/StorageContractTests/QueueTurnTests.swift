import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Queues that desks share") struct QueueTurnTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let began = Timestamp(milliseconds: 1_700_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
        try store.queues.share([Self.line("main"), Self.line("other")])
    }

    private static func line(_ name: String, version: Int64 = 0, next: Int = 1, day: Int64 = 1) -> QueueWriting.Line {
        var line = QueueWriting.Line(name: name, board: "queue", day: day, began: began, next: next, settings: QueueSettings())
        line.version = version
        return line
    }

    private static func asking(_ known: [String: Int64], tickets: Int = 0, group: String = "1") -> QueueAsking {
        QueueAsking(known: known, tickets: tickets, desk: "east", group: group)
    }

    private static func ticket(_ id: Ticket.ID, number: Int, line: String = "main") -> Ticket {
        Ticket(id: id, queue: line, day: 1, number: number, label: "\(number)", joined: began)
    }

    private static func writing(
        _ lines: [QueueWriting.Line], tickets: [Ticket] = [], spans: [QueueWriting.Span] = [], blocks: [QueueWriting.Block] = [],
        days: [QueueWriting.Line] = []
    ) -> QueueWriting {
        var writing = QueueWriting(lines: lines, days: days, tickets: tickets, blocks: blocks, acts: [])
        writing.spans = spans
        return writing
    }

    private static func span(_ first: Int, _ last: Int?, of queue: String = "main") -> QueueWriting.Span {
        QueueWriting.Span(queue: queue, day: 1, first: first, last: last, joined: last == nil ? nil : began)
    }

    /// What a turn has read.
    @discardableResult
    private func turn(
        _ asking: QueueAsking, onBehalfOf people: [OnBehalf] = [], _ decide: (QueueReading) -> QueueWriting? = { _ in nil }
    ) throws -> QueueReading {
        var read: QueueReading?
        try store.queues.takeTurn(asking, onBehalfOf: people) { reading in
            read = reading
            return decide(reading)
        }
        return try #require(read)
    }

    @Test("a queue begins once, whoever shares it first")
    func sharing() throws {
        try turn(Self.asking(["main": 0])) { _ in Self.writing([Self.line("main", version: 1, next: 6)]) }
        try store.queues.share([Self.line("main"), Self.line("third")])
        let queues = try store.queues.all().queues
        #expect(queues["main"]?.next == 6)
        #expect(queues["main"]?.version == 1)
        #expect(queues["third"]?.next == 1)
    }

    @Test("a turn reads what was written since the version that the desk knows, and nothing else")
    func reading() throws {
        try turn(Self.asking(["main": 0])) { _ in
            let block = QueueWriting.Block(
                queue: "main", day: 1, block: KioskBlock(first: 9_001, last: 9_005, kiosk: "door"), reserved: Self.began)
            return Self.writing(
                [Self.line("main", version: 1, next: 4)], tickets: [Self.ticket(7, number: 3)], spans: [Self.span(1, 2)], blocks: [block])
        }
        let first = try turn(Self.asking(["main": 0]))
        #expect(first.lines.map(\.name) == ["main"])
        #expect(first.lines.map(\.version) == [1])
        #expect(first.lines.map(\.next) == [4])
        #expect(first.tickets.map(\.id) == [7])
        #expect(first.spans.map(\.span) == [BareSpan(first: 1, last: 2, joined: Self.began)])
        #expect(first.blocks.map(\.block) == [KioskBlock(first: 9_001, last: 9_005, kiosk: "door")])
        let second = try turn(Self.asking(["main": 1]))
        #expect(second.tickets.isEmpty)
        #expect(second.spans.isEmpty)
        #expect(second.blocks.isEmpty)
        #expect(second.time >= first.time)
    }

    @Test("numbers that are used up are seen by other desks, aren't read as waiting, and go with their day")
    func usedUp() async throws {
        try turn(Self.asking(["main": 0])) { _ in Self.writing([Self.line("main", version: 1, next: 2)], spans: [Self.span(1, 1)]) }
        try turn(Self.asking(["main": 1])) { _ in Self.writing([Self.line("main", version: 2, next: 2)], spans: [Self.span(1, nil)]) }
        let spans = try turn(Self.asking(["main": 1])).spans
        #expect(spans.map(\.span.first) == [1])
        #expect(spans.map(\.span.last) == [0])
        #expect(try store.queues.all().queues["main"]?.spans == [])
        #expect(try await store.queues.numbers(in: "main").isEmpty)
        let tomorrow = Self.line("main", version: 3, day: 2)
        try turn(Self.asking(["main": 2])) { _ in Self.writing([tomorrow], days: [tomorrow]) }
        #expect(try turn(Self.asking(["main": 0])).spans.isEmpty)
    }

    @Test("a version from which the whole queue has to be read stays until the next one")
    func whole() throws {
        var line = Self.line("main", version: 1)
        line.isWhole = true
        try turn(Self.asking(["main": 0])) { _ in Self.writing([line]) }
        try turn(Self.asking(["main": 1])) { _ in Self.writing([Self.line("main", version: 2)]) }
        #expect(try turn(Self.asking(["main": 0])).lines.map(\.whole) == [1])
    }

    @Test("new tickets get ids that none has, even after tickets of a server that was alone")
    func ids() throws {
        try store.queues.commit(Self.writing([Self.line("main", next: 41)], tickets: [Self.ticket(40, number: 40)]))
        try store.queues.share([])
        let ids = try turn(Self.asking(["main": 0], tickets: 3)).ids
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0 > 40 })
        #expect(try turn(Self.asking(["main": 0])).ids.isEmpty)
        // They may have been given by a database that is gone.
        try turn(Self.asking(["main": 0])) { _ in
            var writing = Self.writing([Self.line("main", version: 1, next: 41)])
            writing.skippedTickets = 20
            return writing
        }
        #expect(try turn(Self.asking(["main": 1], tickets: 1)).ids.allSatisfy { $0 > 40 })
    }

    @Test("a queue that isn't held is not changed, and neither is one that is")
    func held() throws {
        #expect(throws: StorageError.self) {
            try turn(Self.asking(["main": 0])) { _ in
                Self.writing([Self.line("main", version: 1, next: 5), Self.line("other", version: 1, next: 5)])
            }
        }
        #expect(try store.queues.all().queues.values.allSatisfy { $0.next == 1 })
    }

    @Test("the commands of a person who was shut out aren't decided")
    func withdrawn() async throws {
        let ada = try #require(try await store.people.add("Ada", .member, password: nil, at: Self.began))
        _ = try await store.people.update(ada.id, isDisabled: true)
        var isDecided = false
        #expect(throws: Withdrawn.self) {
            try store.queues.takeTurn(Self.asking(["main": 0]), onBehalfOf: [OnBehalf(ada, by: .proxy)]) { _ in
                isDecided = true
                return nil
            }
        }
        #expect(!isDecided)
    }

    @Test("between turns a desk reads what others have changed in any queue")
    func news() throws {
        try turn(Self.asking(["other": 0])) { _ in
            Self.writing(
                [Self.line("other", version: 1, next: 3)], tickets: [Self.ticket(9, number: 2, line: "other")],
                spans: [Self.span(1, 1, of: "other")])
        }
        let news = try store.queues.news(after: ["main": 0, "other": 0])
        #expect(news.lines.map(\.name) == ["main", "other"])
        #expect(news.tickets.map(\.id) == [9])
        #expect(news.spans.map(\.queue) == ["other"])
        #expect(try store.queues.news(after: ["main": 0, "other": 1]).tickets.isEmpty)
    }
}
