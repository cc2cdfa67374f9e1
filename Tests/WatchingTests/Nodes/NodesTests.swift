import Boards
import DemoPublishing
import Fetching
import Foundation
import Records
import Storage
import TestSupport
import Testing

@testable import LongJobs
@testable import Watching

@Suite("Nodes that share a store") struct NodesTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let document = VisaListPDF(pages: 1).bytes(of: VisaList(rows: 20, seed: 2))

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    /// One of the nodes.
    private struct Node {
        let watcher: Watcher
        let leases: FeedLeases
        let fetcher: Fetcher
        var service: Task<Void, any Error>?

        mutating func run() {
            service = Task { [watcher] in try await watcher.run() }
        }

        func end() async throws {
            service?.cancel()
            try await service?.value
            try await fetcher.shutdown()
        }
    }

    private func board(at server: ScriptedServer) async throws -> Board {
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = server.url("/list.pdf")
        try await store.feeds.prepare(board.name, board.schema)
        return board
    }

    private func node(
        _ name: String, of board: Board, lasting: Duration = .seconds(30), telling: NodeTelling? = nil
    ) async throws -> Node {
        var limits = FeedLeases.Limits()
        limits.lasting = lasting
        let leases = FeedLeases(store.leases, named: name, version: "1", limits: limits)
        try await leases.join()
        let fetcher = Fetcher(.loopback)
        let watcher = Watcher(boards: [board], store: store, fetcher: fetcher, leases: leases, telling: telling)
        return Node(watcher: watcher, leases: leases, fetcher: fetcher)
    }

    private func answering() throws -> ScriptedServer {
        try ScriptedServer { [document] in try $0.answer("200 OK", [], body: document) }
    }

    /// Answers once the gate is open.
    private func waiting(_ gate: Gate) throws -> ScriptedServer {
        try ScriptedServer { [document] connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(document.count)\r\n\r\n")
            try gate.block()
            try connection.send(document)
        }
    }

    @Test("a feed that is due is fetched by one of two, each time that it is due")
    func once() async throws {
        let server = try answering()
        let board = try await board(at: server)
        var (one, two) = (try await node("one", of: board, lasting: .seconds(6)), try await node("two", of: board, lasting: .seconds(6)))
        one.run()
        two.run()
        let feed = try await one.watcher.feed(of: board)
        for round in 1...4 {
            try await eventually("it is fetched, time \(round)") {
                let known = try await store.feeds.feed(feed.id)
                let running = await one.watcher.running.union(await two.watcher.running)
                return running.isEmpty && server.requests.count >= round && (known?.due ?? .system()) > .system() + .seconds(1800)
            }
            if round < 4 { try await store.feeds.setDue(.system(), for: feed) }
        }
        #expect(server.requests.count == 4)
        try await one.end()
        try await two.end()
        #expect(try await store.leases.holders().isEmpty)
        #expect(try await store.leases.nodes().nodes.isEmpty)
    }

    @Test("who asks for a feed that another node is fetching waits for that, and hears of its end")
    func byHand() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try waiting(gate)
        let board = try await board(at: server)
        var (one, two) = (try await node("one", of: board, lasting: .seconds(6)), try await node("two", of: board, lasting: .seconds(6)))
        one.run()
        let feed = try await one.watcher.feed(of: board)
        try await eventually("one of them is asking") { server.requests.count == 1 }
        two.run()
        let events = await two.watcher.events(of: feed) { _ in true }
        #expect(try await two.watcher.refresh(board, for: "test") == .init(running: 1))
        gate.open()
        for await case .ended in events { break }
        try await eventually("it is stored") { try await store.feeds.feed(feed.id)?.lastSuccess != nil }
        #expect(try await two.watcher.refresh(board, for: "test") == .init(fresh: 1))
        #expect(server.requests.count == 1)
        try await one.end()
        try await two.end()
    }

    /// A feed that only another node fetches, and a follower of it here.
    private func fetchedElsewhere(by node: Node, _ board: Board) async throws -> (feed: Feed, events: AsyncStream<LiveEvent>) {
        let feed = try await node.watcher.feed(of: board)
        #expect(try await store.leases.take(Lease.name(of: feed.id), for: "another", lasting: Lease.longest) != nil)
        return (feed, await node.watcher.events(of: feed) { _ in true })
    }

    @Test("a follower of a feed hears of what another node has stored, even if that node tells nothing")
    func compared() async throws {
        let board = try await board(at: try answering())
        var node = try await node("one", of: board, telling: NodeTelling(nil, look: .milliseconds(20)))
        let (feed, events) = try await fetchedElsewhere(by: node, board)
        node.run()
        let time = Timestamp.system()
        try await store.feeds.noteUnmodified(feed, FetchReport(began: time, ended: time, bytes: 1))
        for await case .ended in events {
            if await node.watcher.editions[feed.id]?.lastSuccess == time { break }
        }
        try await node.end()
    }

    @Test("a follower of a feed hears of what another node has told")
    func told() async throws {
        let board = try await board(at: try answering())
        let telling = NodeTelling(nil, look: Lease.longest)
        var node = try await node("one", of: board, telling: telling)
        let (feed, events) = try await fetchedElsewhere(by: node, board)
        node.run()
        let time = Timestamp.system()
        try await store.feeds.noteUnmodified(feed, FetchReport(began: time, ended: time, bytes: 1))
        let watcher = node.watcher
        try await eventually("it has looked") {
            telling.hear(.news([.feed(feed.id)]))
            return await watcher.editions[feed.id]?.lastSuccess == time
        }
        for await case .ended in events { break }
        try await node.end()
    }

    @Test("what a node has read under a lease that is another's now isn’t stored, nor noted as a failure")
    func lost() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try waiting(gate)
        let board = try await board(at: server)
        // So long that the node notices only when it stores.
        var one = try await node("one", of: board, lasting: Lease.longest)
        one.run()
        let feed = try await one.watcher.feed(of: board)
        try await eventually("it is asking") { server.requests.count == 1 }
        let due = try await store.feeds.feed(feed.id)?.due
        let name = Lease.name(of: feed.id)
        try await store.leases.giveBack([Lease(name: name, holder: one.leases.node, fence: 1)])
        #expect(try await store.leases.take(name, for: "another", lasting: .seconds(600))?.fence == 2)
        gate.open()
        try await eventually("it has ended") { await one.watcher.running.isEmpty }
        let known = try #require(try await store.feeds.feed(feed.id))
        #expect(known.lastAttempt == nil && known.failure == nil && known.due == due)
        try await one.end()
        #expect(try await store.leases.holders() == [name: "another"])
    }

    @Test("a node stops what it fetches when it learns that the lease is another's")
    func stopped() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try waiting(gate)
        let board = try await board(at: server)
        var one = try await node("one", of: board, lasting: .seconds(3))
        one.run()
        let feed = try await one.watcher.feed(of: board)
        try await eventually("it is asking") { server.requests.count == 1 }
        let name = Lease.name(of: feed.id)
        try await store.leases.giveBack([Lease(name: name, holder: one.leases.node, fence: 1)])
        #expect(try await store.leases.take(name, for: "another", lasting: .seconds(600)) != nil)
        try await eventually("it has stopped") { await one.watcher.running.isEmpty }
        #expect(try await store.feeds.feed(feed.id)?.failure == nil)
        #expect(server.requests.count == 1)
        try await one.end()
    }

    @Test("feeds of a node that is gone go on elsewhere once its leases have ended")
    func gone() async throws {
        let server = try answering()
        let board = try await board(at: server)
        try await store.leases.join("dead", named: "dead", version: "1")
        var one = try await node("one", of: board, lasting: .seconds(3))
        let feed = try await one.watcher.feed(of: board)
        let wanted = WantedFeed(feed.id, host: "", due: nil)
        #expect(try await store.leases.take([wanted], for: "dead", room: 1, perHost: nil, lasting: .seconds(2)).count == 1)
        one.run()
        try await eventually("it is fetched") { try await store.feeds.feed(feed.id)?.lastSuccess != nil }
        #expect(server.requests.count == 1)
        try await one.end()
        #expect(try await store.leases.nodes().nodes.map(\.name) == ["dead"])
    }

    @Test("what a node that is gone had under way is ended by another, and what a living one does goes on")
    func endedWork() async throws {
        for node in ["east", "west"] {
            _ = try await store.jobs.addJob(
                "reading", about: .init(board: "visa", title: "Visa"), for: nil, on: node, at: .system())
        }
        // Last, because a node is alive only for a while after it has joined.
        try await store.leases.join("run", named: "east", version: "1")
        try await Upkeep(store: store, retention: Retention()).endWork()
        #expect(try await store.jobs.all(limit: 10).map(\.state) == [.interrupted, .waiting])
    }

    @Test("the time is that of the database, and passes as time does")
    func time() {
        let clock = NodeClock()
        let asked = ContinuousClock.now
        clock.note(Timestamp(milliseconds: 1000), asked: asked, at: asked + .milliseconds(20))
        #expect(clock.time(at: asked + .milliseconds(10)) == Timestamp(milliseconds: 1000))
        #expect(clock.time(at: asked + .seconds(60)) == Timestamp(milliseconds: 60_990))
    }
}
