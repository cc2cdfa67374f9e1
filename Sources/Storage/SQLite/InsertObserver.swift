import GRDB
import Synchronization

/// Calls `tell` after each commit that has inserted rows into a table, by any statement of this process.
final class InsertObserver: TransactionObserver {
    private let table: String
    private let tell: @Sendable () -> Void
    /// Whether the current transaction has inserted a row.
    private let hasInserted = Mutex(false)

    init(_ table: String, _ tell: @escaping @Sendable () -> Void) {
        self.table = table
        self.tell = tell
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .insert(tableName: table) = kind { true } else { false }
    }

    func databaseDidChange(with event: DatabaseEvent) { hasInserted.withLock { $0 = true } }

    func databaseDidCommit(_ database: GRDB.Database) { if takeInserted() { tell() } }

    func databaseDidRollback(_ database: GRDB.Database) { _ = takeInserted() }

    private func takeInserted() -> Bool {
        hasInserted.withLock { hasInserted in
            defer { hasInserted = false }
            return hasInserted
        }
    }
}
