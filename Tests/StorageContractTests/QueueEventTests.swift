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
        let lines = ["main", "gate"].map { name in
            QueueWriting.Line(
                name: name, board: "queue", day: 1, began: Timestamp(milliseconds: 1_700_000_000_000), next: 1, settings: QueueSettings())
        }
        try store.queues.share(lines)
    }

    private static func event(_ version: Int64, of queue: String = "main", by server: String = "one") -> QueueEvent {
        QueueEvent(
            queue: queue, version: version, event: #"{"by":"\#(server)"}"#, state: #"{"next":\#(version)}"#, next: Int(version))
    }

    private func add(_ events: [QueueEvent]) throws {
        try store.queues.takeTurn(QueueAsking(known: ["main": 0, "gate": 0], tickets: 0, desk: "one", group: "1")) { _ in
            var writing = QueueWriting(lines: [], days: [], tickets: [], blocks: [], acts: [])
            writing.events = events
            return writing
        }
    }

    @Test("are read in order from a version on, each queue's for itself, and the last one of each")
    func order() async throws {
        try add([Self.event(1), Self.event(1, of: "gate")])
        try add([Self.event(3), Self.event(2)])
        #expect(try await store.queues.events(of: "main", from: 0) == [1, 2, 3].map { Self.event($0) })
        #expect(try await store.queues.events(of: "main", from: 2) == [2, 3].map { Self.event($0) })
        #expect(try await store.queues.events(of: "main", from: 4).isEmpty)
        #expect(try await store.queues.eventCount(after: ["main": 1, "gate": 0, "none": 0]) == 3)
        #expect(try await store.queues.eventCount(after: ["main": 3]) == 0)
        #expect(try await store.queues.eventCount(after: [:]) == 0)
        #expect(try await store.queues.events(of: "gate", from: 0) == [Self.event(1, of: "gate")])
        #expect(try store.queues.lastEvents() == ["main": Self.event(3), "gate": Self.event(1, of: "gate")])
    }

    @Test("of two servers are each stored once, and read by both under the same version")
    func once() async throws {
        let other = try Engine.store(in: folder.url)
        func turn(of desk: String, at store: Store, _ version: Int64) throws {
            try store.queues.takeTurn(QueueAsking(known: ["main": version - 1], tickets: 0, desk: desk, group: "1")) { reading in
                var line = QueueWriting.Line(
                    name: "main", board: "queue", day: 1, began: reading.time, next: Int(version), settings: QueueSettings())
                line.version = version
                var writing = QueueWriting(lines: [line], days: [], tickets: [], blocks: [], acts: [])
                writing.events = [Self.event(version, by: desk)]
                return writing
            }
        }
        try turn(of: "one", at: store, 1)
        try turn(of: "two", at: other, 2)
        let events = [Self.event(1, by: "one"), Self.event(2, by: "two")]
        for server in [store, other] {
            #expect(try await server.queues.events(of: "main", from: 0) == events)
            #expect(try server.queues.news(after: ["main": 0]).lines.map(\.version) == [2])
        }
        // The second of one version, and with it its turn.
        #expect(throws: StorageError.self) { try turn(of: "one", at: store, 2) }
        #expect(try await other.queues.events(of: "main", from: 0) == events)
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
        #expect(try store.queues.lastEvents().isEmpty)
        #expect(try await store.queues.epoch(of: "main", orElse: "a") == "a")
        #expect(try await store.queues.epoch(of: "main", orElse: "b") == "a")
        #expect(try await store.queues.epoch(of: "nowhere", orElse: "c") == "c")
    }
}
