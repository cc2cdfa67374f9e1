import CLinux
import Foundation
package import Records
import Synchronization

/// The channel on which servers that share a PostgreSQL database tell each other what has changed (Decision 66).
///
/// It has a connection of its own, which listens and sends, and is never in a transaction. PostgreSQL lets one transaction at a time commit
/// with a notification, so no writer sends any: this connection sends the news of the last 10 ms in one statement.
package final class NodeChannel: Sendable {
    static let name = "tidings"
    /// The shortest time between two statements that send.
    private static let gathering = Duration.milliseconds(10)
    /// A connection that only listened wouldn't notice that the network has failed.
    private static let silence = Duration.seconds(10)
    /// The time limit for an answer.
    private static let timeout = Duration.seconds(5)
    /// The pause before another attempt to connect.
    private static let rest = Duration.seconds(1)

    private struct State {
        var told: Set<NodeNews> = []
        var isOver = false
    }

    private let address: DatabaseAddress
    private let state = Mutex(State())
    /// An eventfd(2), signalled by news and at the end.
    private let wakeup: Int32

    /// nil for a store in SQLite, which has one server.
    package init?(of store: Store) {
        guard case .postgres(let pool) = store.database.pool else { return nil }
        address = pool.address
        wakeup = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard wakeup >= 0 else { return nil }
    }

    deinit { close(wakeup) }

    /// Sends news to the other servers within moments. After a lost connection, they get it once there is a new one.
    package func tell(_ news: NodeNews) {
        let isFirst = state.withLock { state in
            defer { state.told.insert(news) }
            return state.told.isEmpty
        }
        if isFirst { eventfd_write(wakeup, 1) }
    }

    /// Ends `run`.
    package func end() {
        state.withLock { $0.isOver = true }
        eventfd_write(wakeup, 1)
    }

    /// Listens and sends until `end`; blocks the thread. `onHeard` is called with other servers' news, and with `anything` after each new
    /// connection; `onTrouble` once for each time without a connection, with the reason.
    package func run(_ onHeard: (NodeHearing) -> Void, onTrouble: (String) -> Void) {
        var isInTrouble = false
        while !state.withLock({ $0.isOver }) {
            do {
                try serve {
                    isInTrouble = false
                    onHeard($0)
                }
            } catch {
                if !isInTrouble { onTrouble("\(error)") }
                isInTrouble = true
                waitForWakeup(Self.rest)
            }
        }
    }

    /// Uses one connection until it is lost, or the channel ends.
    private func serve(_ onHeard: (NodeHearing) -> Void) throws {
        let connection = try PostgresConnection(address, timeout: Self.timeout)
        try connection.run("LISTEN \(Self.name)")
        // Only now, so that what changes later is heard.
        onHeard(.anything)
        var asked = ContinuousClock.now
        var sent = asked - Self.gathering
        while true {
            let now = ContinuousClock.now
            let (hasNews, isOver) = state.withLock { (!$0.told.isEmpty, $0.isOver) }
            if hasNews, isOver || now >= sent + Self.gathering {
                try send(by: connection)
                (asked, sent) = (now, now)
            } else if isOver {
                return
            } else if now >= asked + Self.silence {
                try connection.run("SELECT 1")
                asked = now
            }
            let heard = Set(connection.takeNews().compactMap(NodeNews.init))
            if !heard.isEmpty { onHeard(.news(heard)) }
            try connection.waitForNews(or: wakeup, until: hasNews ? sent + Self.gathering : asked + Self.silence)
            clearWakeup()
        }
    }

    private func send(by connection: PostgresConnection) throws {
        let told = state.withLock { state in
            defer { state.told = [] }
            return state.told
        }
        do {
            try Connection.postgres(connection).execute(
                sql: "SELECT pg_notify('\(Self.name)', _listed) FROM \(Dialect.postgres.list.texts())",
                arguments: [ValueList.argument(told.map(\.text))])
        } catch {
            state.withLock { $0.told.formUnion(told) }
            throw error
        }
    }

    private func waitForWakeup(_ longest: Duration) {
        var asked = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
        let end = ContinuousClock.now + longest
        // News of that time waits for the next connection.
        while ContinuousClock.now < end, !state.withLock({ $0.isOver }) {
            poll(&asked, 1, 100)
            clearWakeup()
        }
    }

    private func clearWakeup() {
        var count: eventfd_t = 0
        eventfd_read(wakeup, &count)
    }
}
