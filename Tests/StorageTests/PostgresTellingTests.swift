import Foundation
import Records
import StorageSupport
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite("What servers tell each other through PostgreSQL", .enabled(if: Engine.hasPostgres, "Scripts/postgres names a server to the tests"))
struct PostgresTellingTests {
    private let meeting: Meeting

    init() throws { meeting = try Meeting() }

    /// A server that listens, until the end of the test.
    private final class Server: Sendable {
        let channel: NodeChannel
        private let state = Mutex((heard: Set<NodeNews>(), connections: 0, troubles: 0, hasEnded: false))

        /// Returns once it listens.
        init(_ store: Store) async throws {
            channel = try #require(NodeChannel(of: store))
            Thread.detachNewThread { [self, channel] in
                channel.run { heard in
                    state.withLock { state in
                        switch heard {
                        case .news(let news): state.heard.formUnion(news)
                        case .anything: state.connections += 1
                        }
                    }
                } onTrouble: { _ in
                    state.withLock { $0.troubles += 1 }
                }
                state.withLock { $0.hasEnded = true }
            }
            try await eventually("it listens") { self.connections == 1 }
        }

        var heard: Set<NodeNews> { state.withLock { $0.heard } }
        var connections: Int { state.withLock { $0.connections } }
        var troubles: Int { state.withLock { $0.troubles } }
        var hasEnded: Bool { state.withLock { $0.hasEnded } }
    }

    /// Connections of channels that have sent nothing yet.
    private static let listeners = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"
    private static let inTransactions = "FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"

    @Test("arrives at the others, and not at the one who told it")
    func told() async throws {
        let (one, two) = (try await Server(meeting.one), try await Server(meeting.two))
        defer { for server in [one, two] { server.channel.end() } }
        let news: Set<NodeNews> = [.feed(17), .queue("main"), .settings]
        for message in news { one.channel.tell(message) }
        try await eventually("the other has heard") { two.heard == news }
        two.channel.tell(.feed(18))
        try await eventually("the first has heard") { one.heard == [.feed(18)] }
        #expect(two.heard == news)
        #expect(try await meeting.count("SELECT count(*) \(Self.inTransactions)") == 0)
    }

    @Test("is gathered: a thousand messages at once are few statements, and none is lost")
    func gathered() async throws {
        let (one, two) = (try await Server(meeting.one), try await Server(meeting.two))
        defer { for server in [one, two] { server.channel.end() } }
        for feed in 1...Feed.ID(1000) { one.channel.tell(.feed(feed)) }
        try await eventually("all have arrived") { two.heard.count == 1000 }
        #expect(two.troubles == 0)
    }

    @Test("goes on after a lost connection: the server may have missed news, and what was told meanwhile arrives")
    func lost() async throws {
        let (one, two) = (try await Server(meeting.one), try await Server(meeting.two))
        defer { for server in [one, two] { server.channel.end() } }
        try meeting.run("SELECT pg_terminate_backend(pid) \(Self.listeners)")
        one.channel.tell(.feed(1))
        try await eventually("both listen again") { one.connections == 2 && two.connections == 2 }
        one.channel.tell(.feed(2))
        try await eventually("the news arrives") { two.heard.contains(.feed(2)) }
        #expect(one.troubles == 1 && two.troubles == 1)
    }

    @Test("ends when it is asked to, with what was told before")
    func ended() async throws {
        let (one, two) = (try await Server(meeting.one), try await Server(meeting.two))
        defer { two.channel.end() }
        one.channel.tell(.feed(1))
        one.channel.end()
        try await eventually("it has arrived") { two.heard == [.feed(1)] }
        try await eventually("it has ended") { one.hasEnded }
    }

    @Test("isn’t told through SQLite, which has one server")
    func alone() throws {
        #expect(NodeChannel(of: try Store(in: meeting.folder.url.appendingPathComponent("alone"))) == nil)
    }
}
