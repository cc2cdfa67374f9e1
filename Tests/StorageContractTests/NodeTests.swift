import Records
import Storage
import StorageSupport
import Synchronization
import TestSupport
import Testing

@Suite("Nodes and the feeds that they lease") struct NodeTests {
    private let prices: Prices
    private let leases: LeaseStore
    /// Longer than any test.
    private static let long = Lease.longest

    init() async throws {
        prices = try await Prices()
        leases = prices.store.leases
    }

    private func feed(_ number: Int) async throws -> Feed {
        try await prices.store.feeds.feed(of: "prices", url: "https://prices.example/\(number)")
    }

    private func take(
        _ feeds: [Feed], for holder: String, room: Int = 10, perHost: Int? = 10, host: String = "prices.example:443",
        lasting: Duration = Self.long
    ) async throws -> [LeasedFeed] {
        try await leases.take(
            feeds.map { WantedFeed($0.id, host: host, due: $0.due) }, for: holder, room: room, perHost: perHost, lasting: lasting)
    }

    @Test("each of several feeds is taken by one node, as many as it has room for, in their order")
    func taking() async throws {
        let feeds = [try await feed(1), try await feed(2), try await feed(3)]
        let first = try await take(feeds, for: "a", room: 2, perHost: nil)
        #expect(first.map(\.feed.id) == feeds.prefix(2).map(\.id))
        #expect(first.map(\.lease) == feeds.prefix(2).map { Lease(name: Lease.name(of: $0.id), holder: "a", fence: 1) })
        // It acquires neither its own again nor the other's.
        #expect(try await take(feeds, for: "a", room: 1, perHost: nil).map(\.feed.id) == [feeds[2].id])
        #expect(try await take(feeds, for: "b", perHost: nil).isEmpty)
        try await leases.giveBack([first[0].lease])
        let second = try await take(feeds, for: "b", perHost: nil)
        #expect(second.map(\.lease) == [Lease(name: Lease.name(of: feeds[0].id), holder: "b", fence: 2)])
        #expect(try await take([], for: "a").isEmpty)
        #expect(try await take(feeds, for: "c", room: 0).isEmpty)
    }

    @Test("a lease that has ended is another's to take")
    func ended() async throws {
        let feed = try await feed(1)
        let first = try #require(try await take([feed], for: "a", lasting: .zero).first)
        let second = try #require(try await take([feed], for: "b").first)
        #expect(second.lease.fence == first.lease.fence + 1)
        #expect(try await leases.holders() == [second.lease.name: "b"])
    }

    @Test("a host's feeds are with one node at a time, a few of them, unless it doesn't matter")
    func hosts() async throws {
        let feeds = [try await feed(1), try await feed(2), try await feed(3), try await feed(4)]
        let mine = try await take(feeds, for: "a", perHost: 2)
        #expect(mine.map(\.feed.id) == feeds.prefix(2).map(\.id))
        #expect(try await take(feeds, for: "a", perHost: 2).isEmpty)
        #expect(try await take(feeds, for: "b", perHost: 2).isEmpty)
        // Without a host there is none to protect from too many requests.
        #expect(try await take([feeds[2]], for: "b", perHost: nil).count == 1)
        try await leases.giveBack(mine.map(\.lease))
        #expect(try await take(feeds, for: "a", perHost: 2).isEmpty)
        #expect(try await take(feeds, for: "b", perHost: 2).count == 1)
    }

    @Test("a feed that another node has fetched since it was found due isn't taken, and one taken is as it is stored then")
    func fresh() async throws {
        let feeds = prices.store.feeds
        try await feeds.setDue(Prices.time(10), for: prices.feed)
        let due = try #require(try await feeds.feed(prices.feed.id))
        // The other node.
        let report = FetchReport(began: Prices.time(11), ended: Prices.time(12), bytes: 1, etag: "\"2\"", due: Prices.time(20))
        try await feeds.noteUnmodified(due, report)
        #expect(try await take([due], for: "a").isEmpty)
        #expect(try await leases.holders().isEmpty)
        // Asked for by hand.
        let wanted = WantedFeed(due.id, host: "", due: nil)
        let taken = try await leases.take([wanted], for: "a", room: 1, perHost: nil, lasting: Self.long)
        #expect(taken.first?.feed.etag == "\"2\"" && taken.first?.feed.due == Prices.time(20))
        // There is no such feed.
        let none = WantedFeed(due.id + 1000, host: "", due: nil)
        #expect(try await leases.take([none], for: "a", room: 1, perHost: nil, lasting: Self.long).isEmpty)
    }

    @Test("several feeds are read as they are stored, without those that are gone")
    func several() async throws {
        let feeds = [try await feed(1), try await feed(2), try await feed(3)]
        let read = try await prices.store.feeds.feeds([feeds[0].id, feeds[2].id, feeds[2].id + 1000])
        #expect(read.sorted { $0.id < $1.id } == [feeds[0], feeds[2]])
        #expect(try await prices.store.feeds.feeds([Feed.ID]()).isEmpty)
    }

    @Test("nothing of a fetch is stored under a lease that another node has taken")
    func fence() async throws {
        let store = prices.store
        let first = try #require(try await take([prices.feed], for: "a", lasting: .zero).first)
        let report = FetchReport(began: Prices.time(30), ended: Prices.time(30), bytes: 1, due: Prices.time(40))
        // It has ended, and no other has it.
        try await store.under(first.lease).feeds.noteUnmodified(first.feed, report)
        #expect(try await store.feeds.feed(prices.feed.id)?.lastSuccess == Prices.time(30))
        let wanted = WantedFeed(prices.feed.id, host: "", due: nil)
        let second = try #require(try await leases.take([wanted], for: "b", room: 1, perHost: nil, lasting: Self.long).first)
        let before = try await store.feeds.feed(prices.feed.id)
        let lost = store.under(first.lease)
        let later = FetchReport(began: Prices.time(50), ended: Prices.time(50), bytes: 1, due: Prices.time(60))
        let thrown = await #expect(throws: LeaseLost.self) {
            _ = try await lost.feeds.apply(0, to: first.feed, Prices.schema, later) { _ in
                Issue.record("what is stored isn’t even looked at")
                return Difference()
            }
        }
        #expect(thrown?.lease == first.lease)
        await #expect(throws: LeaseLost.self) { try await lost.feeds.noteUnmodified(first.feed, later) }
        await #expect(throws: LeaseLost.self) { try await lost.feeds.noteFailure("500", of: first.feed, later) }
        await #expect(throws: LeaseLost.self) { try await lost.feeds.setDue(Prices.time(70), for: first.feed) }
        #expect(try await store.feeds.feed(prices.feed.id) == before)
        try await store.under(second.lease).feeds.noteUnmodified(second.feed, later)
        #expect(try await store.under(nil).feeds.feed(prices.feed.id)?.due == Prices.time(60))
    }

    @Test("the boards of nodes are told apart by their hash, and a node with another key than the first has its name")
    func declarations() async throws {
        try await leases.join("run 1", named: "east", version: "1", boards: "a")
        try await leases.join("run 2", named: "west", version: "1", boards: "b")
        #expect(try await leases.nodes().nodes.map(\.boards) == ["a", "b"])
        try await leases.note(boards: "a", of: "run 2")
        #expect(try await leases.nodes().nodes.map(\.boards) == ["a", "a"])
        #expect(try await leases.differing(["channels.key": "1", "links.key": "2"]) == [])
        #expect(try await leases.differing(["channels.key": "1", "links.key": "2"]) == [])
        #expect(try await leases.differing(["channels.key": "3", "links.key": "2", "vapid.pem": "4"]) == ["channels.key"])
        #expect(try await leases.differing(["vapid.pem": "5"]) == ["vapid.pem"])
    }

    @Test("what each node does, says of itself and waits for is listed, and a server that didn't start until it does")
    func overview() async throws {
        let store = prices.store
        try await leases.join("run 1", named: "east", version: "1", boards: "a")
        try await leases.join("run 2", named: "west", version: "2", boards: "a")
        let taken = try await take([try await feed(1), try await feed(2)], for: "run 1", perHost: nil)
        _ = try await leases.take("role:upkeep", for: "run 1", lasting: Self.long)
        _ = try await leases.take("role:alerts", for: "run 1", lasting: Self.long)
        _ = try await leases.take("role:media", for: "run 2", lasting: .zero)
        let subject = LongJob.Subject(board: "prices", title: "Prices")
        let job = try await store.jobs.addJob("reading", about: subject, for: nil, on: "west", at: Prices.time(1))
        var report = NodeReport()
        (report.clock, report.missingEvents, report.unseenFolders) = (.seconds(-9), 3, ["documents"])
        try await leases.note(report, of: "run 2")
        try await leases.note(report, of: "run 3")
        try await leases.refuse("north", for: ["channels.key", "vapid.pem"])
        try await leases.refuse("north", for: ["links.key"])

        let overview = try await leases.overview()
        #expect(overview.nodes.map(\.name) == ["east", "west"])
        #expect(overview.nodes.map(\.report) == [nil, report])
        #expect(overview.work["run 1"] == NodeOverview.Work(feeds: 2, roles: ["alerts", "upkeep"]))
        #expect(overview.work["run 2"] == NodeOverview.Work(jobs: 1))
        #expect(overview.refusals.map(\.name) == ["north"] && overview.refusals.map(\.keys) == [["links.key"]])
        #expect(overview.nodes.allSatisfy { $0.seen <= overview.now } && overview.refusals.allSatisfy { $0.at <= overview.now })

        try await leases.giveBack(taken.map(\.lease))
        try await store.jobs.endJob(job.id, .done, job.progress, at: Prices.time(2))
        try await leases.join("run 4", named: "north", version: "1")
        let later = try await leases.overview()
        #expect(later.work == ["run 1": NodeOverview.Work(roles: ["alerts", "upkeep"])])
        #expect(later.refusals.isEmpty)
        #expect(try await leases.laterSteps() == 0)
    }

    @Test("the settings' version is that of the last ones, and fingerprints are the first node's until they are forgotten")
    func positions() async throws {
        #expect(try await leases.settingsVersion() == 0)
        _ = try await leases.share(["gather": "5s"], after: 0)
        #expect(try await leases.settingsVersion() == 1)

        #expect(try await leases.differing(["folder documents": "1", "links.key": "2"]) == [])
        #expect(try await leases.fingerprints(of: ["folder documents", "folder exports"]) == ["folder documents": "1"])
        try await leases.forgetFingerprints(of: ["folder documents", "folder exports"])
        #expect(try await leases.fingerprints(of: ["folder documents", "links.key"]) == ["links.key": "2"])
    }

    @Test("settings are shared by the node that has seen the last ones, and are sealed")
    func settings() async throws {
        #expect(try await leases.settings() == nil)
        #expect(try await leases.share(["gather": "5s"], after: 0) == 1)
        #expect(try await leases.settings()?.texts == ["gather": "5s"])
        // Another node has seen none yet.
        #expect(try await leases.share(["gather": "9s"], after: 0) == nil)
        #expect(try await leases.share(["mail-password": "open sesame"], after: 1) == 2)
        let shared = try #require(try await leases.settings())
        #expect(shared.version == 2)
        #expect(shared.texts == ["mail-password": "open sesame"])
        let lines = Mutex<[String]>([])
        try await prices.store.export { line in lines.withLock { $0.append(line) } }
        #expect(!lines.withLock { $0 }.contains { $0.contains("node_settings") })
    }

    @Test("a node is listed from its start to its end, lives by its beats, and its leases end with it")
    func nodes() async throws {
        let feeds = [try await feed(1), try await feed(2)]
        let began = try await leases.join("run 1", named: "east", version: "1")
        _ = try await leases.join("run 2", named: "west", version: "2")
        let all = try await leases.nodes()
        #expect(all.nodes.map { "\($0.id) \($0.name) \($0.version)" } == ["run 1 east 1", "run 2 west 2"])
        #expect(all.nodes.allSatisfy { $0.started <= $0.seen && $0.seen <= all.now } && all.nodes.first?.seen == began)
        let taken = try await take(feeds, for: "run 1", perHost: nil).map(\.lease)
        let beat = try #require(try await leases.beat("run 1", prolonging: taken, lasting: Self.long))
        #expect(beat.held == Set(taken) && beat.now >= began)
        #expect(try await leases.nodes().nodes.first?.seen == beat.now)
        #expect(try await leases.beat("run 2", prolonging: [], lasting: Self.long)?.held == [])
        try await leases.giveBack([taken[0]])
        #expect(try await leases.beat("run 1", prolonging: taken, lasting: Self.long)?.held == [taken[1]])
        // It starts again under its name: what it had is free at once.
        _ = try await leases.join("run 3", named: "east", version: "1")
        #expect(try await leases.beat("run 1", prolonging: taken, lasting: Self.long)?.now == nil)
        #expect(try await leases.nodes().nodes.map(\.id) == ["run 3", "run 2"])
        #expect(try await take(feeds, for: "run 2", perHost: nil).count == 2)
        try await leases.leave("run 2")
        #expect(try await leases.nodes().nodes.map(\.id) == ["run 3"])
        #expect(try await leases.holders().isEmpty)
    }
}
