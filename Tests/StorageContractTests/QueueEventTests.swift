import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Events of queues that servers share") struct QueueEventTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Engine.store(in: folder.url)
        let line = QueueWriting.Line(
            name: "main", board: "queue", day: 1, began: Timestamp(milliseconds: 1_700_000_000_000), next: 1, settings: QueueSettings())
        try store.queues.commit(QueueWriting(lines: [line], days: [line], tickets: [], blocks: [], acts: []))
    }

    private static func event(_ version: Int64, of queue: String = "main", by server: String = "one") -> QueueEvent {
        QueueEvent(
            queue: queue, version: version, event: #"{"by":"\#(server)"}"#, state: #"{"next":\#(version)}"#, next: Int(version))
    }

    private func add(_ events: [QueueEvent]) throws {
        var writing = QueueWriting(lines: [], days: [], tickets: [], blocks: [], acts: [])
        writing.events = events
        try store.queues.commit(writing)
    }

    @Test("are read in order from a version on, each queue's for itself, and the last one with the queue")
    func order() async throws {
        try add([Self.event(1), Self.event(1, of: "gate")])
        try add([Self.event(3), Self.event(2)])
        #expect(try await store.queues.events(of: "main", from: 0) == [1, 2, 3].map { Self.event($0) })
        #expect(try await store.queues.events(of: "main", from: 2) == [2, 3].map { Self.event($0) })
        #expect(try await store.queues.events(of: "main", from: 4).isEmpty)
        #expect(try await store.queues.events(of: "gate", from: 0) == [Self.event(1, of: "gate")])
        #expect(try store.queues.all().queues["main"]?.lastEvent == Self.event(3))
    }

    @Test("are stored once, by the first server that has noticed them")
    func once() async throws {
        try add([Self.event(1)])
        try add([Self.event(1, by: "two"), Self.event(2, by: "two")])
        #expect(try await store.queues.events(of: "main", from: 0) == [Self.event(1), Self.event(2, by: "two")])
    }

    @Test("are the last of them when there are many")
    func pruning() async throws {
        let limit = Int64(QueueStore.eventLimit)
        try add((1...limit + 100).map { Self.event($0) })
        let stored = try await store.queues.events(of: "main", from: 0)
        #expect(stored.first == Self.event(101))
        #expect(stored.last == Self.event(limit + 100))
    }

    @Test("are named by the first server that asks, for all")
    func epoch() async throws {
        #expect(try store.queues.all().queues["main"]?.lastEvent == nil)
        #expect(try await store.queues.epoch(of: "main", orElse: "a") == "a")
        #expect(try await store.queues.epoch(of: "main", orElse: "b") == "a")
        #expect(try await store.queues.epoch(of: "nowhere", orElse: "c") == "c")
    }
}
