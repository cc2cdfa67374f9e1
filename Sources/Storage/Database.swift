import Records
import Synchronization

/// The database of an installation, used on behalf of a person or of the program itself. The stores, one per topic, call it; only here do
/// transactions begin and end.
///
/// All SQL is in this module; `ConnectionPool` and the types beside it run it, over SQLite or PostgreSQL. Each board has its own typed
/// table, `board_<name>`, that anyone may open and query; `Store.migrations` make the other tables.
struct Database: Sendable {
    let pool: ConnectionPool
    let room: DiskRoom
    /// Seals the addresses of channels.
    let seal: AddressSeal
    let preparedTables: PreparedTables
    /// nil: the program itself.
    var behalf: OnBehalf?
    /// What is written is stored only while this lease is no other's; nil: it needs none.
    var lease: Lease?
    /// Whether writes have a connection of their own.
    var isApart = false
    /// What writes have that name nothing else.
    var scope = WriteScope.everything

    /// Names of the boards' tables whose statements are prepared once.
    final class PreparedTables: Sendable {
        let names = Mutex<Set<String>>([])
    }

    /// Reads in one snapshot, and turns errors of the database into ours.
    func read<Result: Sendable>(_ doing: String, _ body: @Sendable @escaping (Connection) throws -> Result) async throws -> Result {
        do { return try await pool.read(body) } catch { throw StorageError.mapped(error, doing: doing) }
    }

    /// Writes in one transaction, with errors as in `read`. Throws `Withdrawn` if the person it acts for may no longer write, and
    /// `LeaseLost` if its lease is another's.
    ///
    /// `locking`: what it has to itself; if left out, what its topic has. The body may run again where it collides with another
    /// transaction, so it does nothing but in the database.
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

    /// For incidental notes beside a request, like the time of a visit: a full disk is ignored, so it doesn't fail the request.
    func writeIfRoom(
        _ doing: String, locking scope: WriteScope, _ body: @Sendable @escaping (Connection) throws -> Void
    ) async throws {
        do { try await write(doing, locking: scope, body) } catch let error as StorageError where error.code == .noRoom {}
    }
}

extension Database {
    /// The same for the store of a topic with tables of its own: no other store writes them.
    func of(_ topic: WriteScope.Topic) -> Database {
        var database = self
        database.scope = .topic(topic)
        return database
    }

    /// The same for leases.
    var apart: Database {
        var database = self
        (database.scope, database.isApart) = (.apart, true)
        return database
    }
}

extension Statement {
    /// The id of the row that an `INSERT … RETURNING id` makes.
    static func inserted(_ statement: Statement, _ arguments: Arguments) throws -> Int64 {
        guard let id = try Int64.fetchOne(statement, arguments: arguments) else { throw StoredFault("no row was made") }
        return id
    }
}
