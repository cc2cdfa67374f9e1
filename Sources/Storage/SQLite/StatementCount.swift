import GRDB
import Synchronization

/// Records the statements that stores begin, for tests: each would be a round trip to a database on another machine.
///
/// A store that is opened while `current` is set records its statements there; any other store has no overhead. Leaves out the beginning
/// and end of transactions, and the internal statements of SQLite and GRDB: triggers, the parts of a word index, the version of the schema.
package final class StatementCount: Sendable {
    @TaskLocal package static var current: StatementCount?

    private let noted = Mutex<[String]>([])

    package init() {}

    /// The statements that were begun while `body` ran, in order.
    package func during(_ body: () async throws -> Void) async rethrows -> [String] {
        let before = noted.withLock { $0.count }
        try await body()
        return noted.withLock { Array($0[before...]) }
    }

    private static let own = ["--", "BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SELECT fts5("]

    /// Records a statement of another engine.
    func note(_ sql: String) { noted.withLock { $0.append(sql) } }

    func watch(_ database: GRDB.Database) {
        database.trace { [self] event in
            guard case .statement(let statement) = event, !Self.own.contains(where: statement.sql.hasPrefix) else { return }
            noted.withLock { $0.append(statement.sql) }
        }
    }
}
