import GRDB
import Synchronization

extension Store {
    /// Calls whenever this process has posted a notice, once that is committed, for as long as the store is open. Of what other processes
    /// post it knows nothing.
    package func onPosted(_ tell: @escaping @Sendable () -> Void) {
        pool.add(transactionObserver: PostedNotices(tell), extent: .databaseLifetime)
    }
}

/// Sees new rows of the outbox as they are written, by whatever statement.
private final class PostedNotices: TransactionObserver {
    private let tell: @Sendable () -> Void
    /// Whether the transaction under way has posted one.
    private let hasPosted = Mutex(false)

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .insert(tableName: "notices") = kind { true } else { false }
    }

    func databaseDidChange(with event: DatabaseEvent) { hasPosted.withLock { $0 = true } }

    func databaseDidCommit(_ database: Database) { if takePosted() { tell() } }

    func databaseDidRollback(_ database: Database) { _ = takePosted() }

    private func takePosted() -> Bool {
        hasPosted.withLock { hasPosted in
            defer { hasPosted = false }
            return hasPosted
        }
    }
}
