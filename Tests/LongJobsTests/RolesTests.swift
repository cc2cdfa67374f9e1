import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import LongJobs

@Suite("Roles of servers that share a store") struct RolesTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    /// One of the nodes, and what it does under a role.
    private struct Node {
        let leases: RoleLeases
        let keeping: Task<Void, any Error>
        let work: Task<Void, Never>

        /// As a server does: its services first.
        func end() async throws {
            work.cancel()
            await work.value
            keeping.cancel()
            try await keeping.value
        }
    }

    /// What was begun and what has ended, in order.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func node(_ name: String, lasting: Duration = .seconds(6), _ log: Log) async throws -> Node {
        try await store.leases.join("run of \(name)", named: name, version: "1")
        let leases = RoleLeases(store.leases, of: "run of \(name)", named: name, lasting: lasting)
        let work = Task {
            await Roles(leases).serving(.alerts) {
                log.add("\(name) begins")
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
                log.add("\(name) ends")
            }
        }
        return Node(leases: leases, keeping: Task { try await leases.run() }, work: work)
    }

    @Test("a server that is alone has all roles, and asks for no lease")
    func alone() async throws {
        for role in Role.allCases { #expect(await Roles.all.holds(role)) }
        let log = Log()
        await Roles.all.serving(.upkeep) { log.add("done") }
        #expect(log.all == ["done"])
        #expect(Roles.all.pause(.seconds(300)) == .seconds(300))
        #expect(Roles.all.fileMark.isEmpty && !Roles.all.areShared)
        #expect(try await store.leases.holders().isEmpty)
    }

    @Test("one of two nodes has a role, and the other has it once the first has ended")
    func one() async throws {
        let log = Log()
        let first = try await node("east", log)
        try await eventually("it has the role") { log.all == ["east begins"] }
        let second = try await node("west", log)
        #expect(await Roles(first.leases).holds(.alerts))
        #expect(await !Roles(second.leases).holds(.alerts))
        #expect(await Roles(second.leases).holds(.media))
        #expect(try await store.leases.holders() == ["role:alerts": "run of east", "role:media": "run of west"])
        #expect(Roles(first.leases).pause(.seconds(300)) < .seconds(300))
        #expect(Roles(first.leases).fileMark != Roles(second.leases).fileMark)
        try await first.end()
        try await eventually("the other has it") { log.all == ["east begins", "east ends", "west begins"] }
        try await second.end()
        #expect(try await store.leases.holders().isEmpty)
        #expect(try await store.leases.nodes().nodes.isEmpty)
    }

    @Test("a node keeps its role for as long as it runs, and lives by that")
    func kept() async throws {
        let log = Log()
        let node = try await node("east", lasting: .seconds(3), log)
        try await eventually("it has the role") { log.all == ["east begins"] }
        let seen = try await store.leases.nodes().now
        try await eventually("it has given a sign of life after its lease would have ended") {
            try await store.leases.nodes().nodes.contains { $0.seen > seen + .seconds(4) }
        }
        try await eventually("it has the role") { try await store.leases.holders() == ["role:alerts": "run of east"] }
        try await node.end()
    }

    @Test("what is done under a role is cancelled when the role is another’s")
    func lost() async throws {
        let log = Log()
        let node = try await node("east", lasting: .seconds(3), log)
        try await eventually("it has the role") { log.all == ["east begins"] }
        try await store.leases.giveBack([Lease(name: Role.alerts.leaseName, holder: "run of east", fence: 1)])
        #expect(try await store.leases.take(Role.alerts.leaseName, for: "another", lasting: .seconds(600)) != nil)
        try await eventually("it has stopped") { log.all == ["east begins", "east ends"] }
        #expect(await !Roles(node.leases).holds(.alerts))
        try await node.end()
    }
}
