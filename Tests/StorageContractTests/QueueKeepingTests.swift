import Foundation
import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

@Suite("What is kept of queues") struct QueueKeepingTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let day = Duration.seconds(86_400)

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
        try write(day: 1, ids: 1...2, at: time(0))
        try write(day: 2, ids: 3...4, at: time(100))
    }

    private func time(_ days: Int) -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000) + Self.day * days }

    /// An ended ticket, a live ticket, a bare number, a kiosk's block, and a day's acts.
    private func write(day: Int64, ids: ClosedRange<Int64>, at time: Timestamp) throws {
        let line = QueueWriting.Line(name: "main", board: "queue", day: day, began: time, next: 9, settings: QueueSettings())
        var tickets = ids.map {
            Ticket(
                id: $0, queue: "main", day: day, number: Int($0), label: "A\($0)", joined: time, device: "device\($0)",
                guest: [.name: "Ada"])
        }
        (tickets[0].state, tickets[0].ended) = (.finished, time)
        var writing = QueueWriting(
            lines: [line], days: [line], tickets: tickets,
            blocks: [.init(queue: "main", day: day, block: KioskBlock(first: 7, last: 8, kiosk: "door"), reserved: time)],
            acts: [QueueAct(.join, at: time, queue: "main", day: day, ticket: ids.lowerBound, by: .guest)])
        writing.spans = [.init(queue: "main", day: day, first: 5, last: 6, joined: time)]
        try store.queues.commit(writing)
    }

    private func exported() async throws -> [String] {
        let lines = Mutex<[String]>([])
        try await store.export { line in lines.withLock { $0.append(line) } }
        return lines.withLock { $0.filter { $0.contains(#""table":"queue"#) } }
    }

    @Test("tickets, numbers and the trail of former days are removed when they are old; who waits and the newest ticket stay")
    func retention() async throws {
        var retention = Retention()
        retention.changes = Self.day * 30
        #expect(try await store.prune(retention, at: time(20)) == 0)
        // The ended ticket, the span, the block, the day, and the acts.
        #expect(try await store.prune(retention, at: time(110)) == 5)
        #expect(try store.queues.all().tickets.map(\.id).sorted() == [2, 3, 4])
        #expect(try await store.queues.acts(in: "main", limit: 9).map(\.act.day) == [2])
        #expect(try await store.queues.numbers(in: "main") == [3...3, 4...4, 5...6])
        #expect(try await store.prune(retention, at: time(500)) == 2)
        #expect(try store.queues.all().nextTicket == 5)
    }

    @Test("an export holds the queues, but neither devices nor whom to tell")
    func export() async throws {
        let listener = TicketListener(
            ticket: 2, queue: "main", endpoint: "https://push.example/secret", address: "{}", language: "en", page: "queue/main", ahead: 2)
        #expect(try await store.queues.add(listener, whileAhead: 9))
        let lines = try await exported()
        #expect(lines.contains { $0.contains(#""table":"queue_tickets","id":1"#) && $0.contains(#"{\"name\":\"Ada\"}"#) })
        for table in ["queues", "queue_days", "queue_spans", "queue_blocks", "queue_acts"] {
            #expect(lines.contains { $0.contains("\"table\":\"\(table)\"") }, "\(table)")
        }
        #expect(!lines.joined().contains("device1"))
        #expect(!lines.joined().contains("push.example"))
    }

    @Test(
        "a backup holds the queues, and nothing that was said aloud",
        .enabled(if: Engine.keepsAFile, Comment(rawValue: Engine.keepsNone)))
    func backup() async throws {
        let speech = folder.url.appendingPathComponent("speech")
        try FileManager.default.createDirectory(at: speech, withIntermediateDirectories: true)
        try Data("RIFF".utf8).write(to: speech.appendingPathComponent("1.wav"))
        let elsewhere = try TemporaryFolder()
        let file = elsewhere.url.appendingPathComponent("copy.backup")
        let summary = try Backup.make(of: folder.url, to: file, version: "1", at: time(0))
        // The key that seals channels.
        #expect(summary.files == 1)
        let copy = elsewhere.url.appendingPathComponent("tidings.sqlite")
        try FileManager.default.copyItem(at: file, to: copy)
        #expect(try Engine.store(in: elsewhere.url).queues.all().tickets.count == 4)
    }
}
