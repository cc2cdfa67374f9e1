import Records
import Synchronization

/// The database of an installation, used on behalf of a person or of the program itself. The stores, one per topic, call it. Transactions
/// begin and end only here.
///
/// All SQL is in this module; `ConnectionPool` and the types beside it run it, on SQLite or PostgreSQL. Each board has its own typed table,
/// `board_<name>`, that anyone may open and query; `Store.migrations` create the other tables.
struct Database: Sendable {
    let pool: ConnectionPool
    let room: DiskRoom
    /// Encrypts the addresses of channels.
    let seal: AddressSeal
    let preparedTables: PreparedTables
    /// nil for the program itself.
    var behalf: OnBehalf?
    /// Writes are stored only while this lease is held; nil if they need no lease.
    var lease: Lease?
    /// Whether writes have a connection of their own.
    var isApart = false
    /// The default scope of writes.
    var scope = WriteScope.everything

    /// Names of the boards' tables whose statements are prepared once.
    final class PreparedTables: Sendable {
        let names = Mutex<Set<String>>([])
    }

    /// Reads in one snapshot, and maps the database's errors to `StorageError`.
    func read<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        do { return try await pool.read(body) } catch { throw StorageError.mapped(error, doing: doing) }
    }

    /// Writes in one transaction, with errors as in `read`. Throws `Withdrawn` if the person it acts for may no longer write, and
    /// `LeaseLost` if another holder has its lease.
    ///
    /// `locking`: what the transaction locks; the topic's scope by default. The body may run again after a collision with another
    /// transaction, so it must have no effect outside the database.
    func write<Result: Sendable>(
        _ doing: String, locking scope: WriteScope, _ body: @Sendable @escaping (Connection) throws -> Result
    ) async throws -> Result {
        do {
            let result = try await pool.write(scope, isApart: isApart) { [behalf, lease] database in
                try behalf?.check(database)
                if let lease { try LeaseStore.hold(lease, in: database) }
                return try database.running(scope, body)
            }
            room.note(nil)
            return result
        } catch {
            let failure = StorageError.mapped(error, doing: doing)
            room.note(failure)
            throw failure
        }
    }

    func write<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        try await write(doing, locking: scope, body)
    }

    /// For incidental writes during a request, like the time of a visit. A full disk is ignored, so it doesn't fail the request.
    func writeIfRoom(
        _ doing: String, locking scope: WriteScope, _ body: @Sendable @escaping (Connection) throws -> Void
    ) async throws {
        do { try await write(doing, locking: scope, body) } catch let error as StorageError where error.code == .noRoom {}
    }
}

extension Database {
    /// The same database for the store of a topic with its own tables, which no other store writes.
    func of(_ topic: WriteScope.Topic) -> Database {
        var database = self
        database.scope = .topic(topic)
        return database
    }

    /// The same database for leases.
    var apart: Database {
        var database = self
        (database.scope, database.isApart) = (.apart, true)
        return database
    }
}

extension Statement {
    /// The id of the row that an `INSERT … RETURNING id` inserts.
    static func inserted(_ statement: Statement, _ arguments: Arguments) throws -> Int64 {
        guard let id = try Int64.fetchOne(statement, arguments: arguments) else { throw StoredFault("no row was made") }
        return id
    }
}
