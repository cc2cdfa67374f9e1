import Broadcasting
import Foundation
import LongJobs
import Queueing
import Records
import Storage
import TestSupport
import Testing

@testable import QueuePages
@testable import Serving

@Suite("Queues followed at several servers")
struct SharedQueueEventsTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let plan = QueuePlan(name: "main", label: "Counter", zone: .gmt)

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    /// One of the servers. It hears of nothing, and compares.
    private struct Server {
        let live: QueueFeeds
        let shared: SharedQueueEvents
        let desk: QueueDesk

        func follow(last: String? = nil) throws -> Listener {
            let (listener, descriptor) = try Listener.pair()
            let feed = try #require(live.feed("main"))
            feed.events.take(descriptor, head: "", last: last)
            return listener
        }

        func take(_ count: Int) async throws {
            for _ in 0..<count { try await desk.perform(.take, in: "main", by: .guest) }
        }
    }

    private func server(_ name: String) async throws -> Server {
        let store = try Store(in: folder.url)
        let live = QueueFeeds(try Broadcaster(.init(limit: 10)))
        let shared = SharedQueueEvents(live, in: store, NodeTelling(nil, look: .milliseconds(20)))
        let desk = try await QueueDesk(
            plans: [Self.plan], store: store, sharing: .init(as: name, event: QueueFeeds.event), onNews: { shared.tell($0.queue) })
        try live.open(try await desk.state(of: "main"), epoch: try await store.queues.epoch(of: "main", orElse: EventFeed.newEpoch()))
        try await shared.begin("main")
        return Server(live: live, shared: shared, desk: desk)
    }

    private func running(_ servers: [Server], _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers {
                group.addTask { try await server.live.broadcaster.run() }
                group.addTask { try await server.shared.run() }
            }
            try await body()
            group.cancelAll()
        }
    }

    /// The ids of events in the text.
    private static func ids(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test("an event that one server makes reaches the followers of all, under the same id")
    func all() async throws {
        let servers = [try await server("one"), try await server("two"), try await server("three")]
        try await running(servers) {
            let pages = try servers.map { try $0.follow() }
            for page in pages { _ = try await page.text(until: "}\n\n") }
            try await servers[0].take(3)
            var heard: [[String]] = []
            for page in pages { heard.append(Self.ids(try await page.text(until: "\"next\":4,"))) }
            #expect(Set(heard).count == 1)
        }
    }

    @Test("events of two desks are published once each at both, in the order of the queue")
    func bothDecide() async throws {
        let servers = [try await server("one"), try await server("two")]
        try await running(servers) {
            let pages = try servers.map { try $0.follow() }
            for page in pages { _ = try await page.text(until: "}\n\n") }
            for number in 0..<6 { try await servers[number % 2].take(1) }
            let epoch = try await store.queues.epoch(of: "main", orElse: "")
            for page in pages {
                let text = try await page.text(until: "\"next\":7,")
                #expect(Self.ids(text) == (2...7).map { "\(epoch)-\($0)" })
            }
        }
    }

    @Test("a follower of one server goes on at another, with exactly what was missed")
    func goesOn() async throws {
        let (one, two) = (try await server("one"), try await server("two"))
        try await running([one, two]) {
            let page = try one.follow()
            let id = try #require(Self.ids(try await page.text(until: "}\n\n")).first)
            try await one.take(4)
            let last = try #require(Self.ids(try await page.text(until: "\"next\":5,")).last)
            try await eventually("the other has them") { two.live.feed("main")?.events.isBehind(last) == false }
            let again = try two.follow(last: id)
            let text = try await again.text(until: "\"next\":5,")
            #expect(!text.contains("reset"))
            #expect(Self.ids(text).count == 4)
        }
    }

    @Test("a server that starts later knows the events from before")
    func later() async throws {
        let one = try await server("one")
        try await one.take(3)
        let two = try await server("two")
        try await running([two]) {
            let epoch = try await store.queues.epoch(of: "main", orElse: "")
            // The first event is of the new queue.
            let page = try two.follow(last: "\(epoch)-1")
            let text = try await page.text(until: "\"next\":4,")
            #expect(Self.ids(text) == (2...4).map { "\(epoch)-\($0)" })
        }
    }

    @Test("a server that is a moment behind reads first")
    func behind() async throws {
        let (one, two) = (try await server("one"), try await server("two"))
        try await one.take(2)
        let epoch = try await store.queues.epoch(of: "main", orElse: "")
        let feed = try #require(two.live.feed("main"))
        #expect(feed.events.isBehind("\(epoch)-3"))
        await two.live.catchUp("main")
        #expect(!feed.events.isBehind("\(epoch)-3"))
    }

    @Test("a server that was away for longer than events are stored has its followers begin again")
    func gap() async throws {
        let (one, two) = (try await server("one"), try await server("two"))
        let running = Task { try await two.live.broadcaster.run() }
        let page = try two.follow()
        _ = try await page.text(until: "}\n\n")
        var writing = QueueWriting(lines: [], days: [], tickets: [], blocks: [], acts: [])
        let last = Int64(QueueStore.eventLimit) + 128
        writing.events = (2...last).map { QueueEvent(queue: "main", version: $0, event: "{}", state: "{\"at\":\($0)}", next: 2) }
        try store.queues.takeTurn(QueueAsking(known: ["main": 1], tickets: 0, desk: "three", group: "1")) { _ in writing }
        await two.live.catchUp("main")
        try await page.untilClosed()
        let again = try two.follow(last: "\(try await store.queues.epoch(of: "main", orElse: ""))-1")
        #expect(try await again.text(until: "}\n\n").contains("event: reset"))
        running.cancel()
        try await running.value
        withExtendedLifetime(one) {}
    }
}
