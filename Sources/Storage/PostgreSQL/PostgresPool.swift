import Foundation
import Synchronization

/// The connections to a database of PostgreSQL: a writer, one for leases, and some readers, each on a thread of its own, made when they are
/// needed.
///
/// Each process has one transaction that writes at a time, beside those of others and those that keep its leases. What it locks first is
/// its `WriteScope`, so that what is checked still holds when it is written, and what has a higher number is seen later (Decision 61). A
/// reading transaction sees one snapshot.
final class PostgresPool: Sendable {
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Alone.
    static let writing = WriteScope.everything.beginning()
    private static let readerLimit = 4

    /// How long the connection of a server that has just ended may still be there.
    private static let farewell = Duration.seconds(3)
    /// "Tdgr".
    private static let reserving = 0x5464_6772
    /// "Tdgw", with a second number.
    private static let naming = 0x5464_6777
    /// Has the session reserve the database, unless another one has.
    static let tryReserving = "SELECT pg_try_advisory_lock(\(reserving))"
    /// Gives back what the session has reserved.
    static let releasing = "SELECT pg_advisory_unlock_all()"

    /// Which servers may use the database beside this one.
    private enum Company {
        case alone
        /// Nodes, which have other names.
        case nodes(but: String)

        /// Which locks the session of the writer holds, by how they are taken: `try_` doesn't wait.
        private func locks(_ how: String) -> [String] {
            switch self {
            case .alone: ["SELECT pg_\(how)advisory_lock(\(PostgresPool.reserving))"]
            case .nodes(let name):
                [
                    "SELECT pg_\(how)advisory_lock(\(PostgresPool.naming), \(WriteScope.number(of: name)))",
                    "SELECT pg_\(how)advisory_lock_shared(\(PostgresPool.reserving))",
                ]
            }
        }

        func isTaken(by connection: PostgresConnection) throws -> Bool {
            for lock in locks("try_") where try Bool.fetchOne(.postgres(connection), sql: lock) != true { return false }
            return true
        }

        /// The connection that held them may still be ending.
        func take(by connection: PostgresConnection) throws { for lock in locks("") { try connection.run(lock) } }

        var refusal: String {
            switch self {
            case .alone: "another server is running on this database; stop it first"
            case .nodes(let name):
                """
                another server called \(name) is running on this database, or a server that isn’t a node: stop it first, or choose another \
                name
                """
            }
        }
    }

    /// How this process serves the database; nil while it doesn't.
    private final class Reservation: Sendable {
        let company = Mutex<Company?>(nil)
    }

    private let writer: PostgresSeat
    /// For leases, which don't wait for what this process stores.
    private let keeper: PostgresSeat
    /// Of all connections.
    private let outage = PostgresOutage()
    private let readers: [PostgresSeat]
    private let reservation = Reservation()
    private let observers = Mutex<[String: [@Sendable () -> Void]]>([:])

    /// Connects once. Throws `PostgresError`. `timeout`: how long it waits for an answer. `missing`: locks that it doesn't take, for
    /// tests.
    init(
        _ address: DatabaseAddress, timeout: Duration = PostgresConnection.timeout, without missing: Set<WriteScope.Lock> = []
    ) throws {
        let counting = StatementCount.current
        let shared = self.outage
        func seat(_ name: String, _ prepare: @Sendable @escaping (PostgresConnection) throws -> Void = { _ in }) -> PostgresSeat {
            PostgresSeat("tidings.postgres.\(name)", shared) {
                let connection = try PostgresConnection(address, timeout: timeout, counting: counting)
                connection.missing = missing
                try prepare(connection)
                return connection
            }
        }
        writer = seat("writer") { [reservation] connection in
            try reservation.company.withLock({ $0 })?.take(by: connection)
        }
        // A node that is stopped while it takes leases, which the others wait for, must not hold them up for long.
        keeper = seat("keeper") { try $0.run("SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'") }
        readers = (1...Self.readerLimit).map { seat("reader-\($0)") }
        try writer.connect()
    }

    /// Reserves the database for this server, as long as the process runs; as a node, for it and nodes with other names. Throws
    /// `StorageError` if another server has it.
    func reserve(asNode name: String?) throws {
        let company = name.map { Company.nodes(but: $0) } ?? .alone
        let end = ContinuousClock.now + Self.farewell
        while try !writer.runNow({ try company.isTaken(by: $0) }) {
            guard ContinuousClock.now < end else { throw StorageError(.inUse, doing: "opening the database", detail: company.refusal) }
            Thread.sleep(forTimeInterval: 0.1)
        }
        reservation.company.withLock { $0 = company }
    }

    /// The reader with the least to do; the first of them, so that no more connections are made than are needed.
    private var reader: PostgresSeat {
        let idle = readers.first { $0.waiting == 0 && $0.isConnected } ?? readers.first { $0.waiting == 0 }
        return idle ?? readers.min { $0.waiting < $1.waiting } ?? writer
    }

    func read<Result: Sendable>(_ body: @Sendable @escaping (PostgresConnection) throws -> Result) async throws -> Result {
        try await reader.run { try $0.transaction(Self.reading, body) }
    }

    func write<Result: Sendable>(
        _ scope: WriteScope, isApart: Bool = false, _ body: @Sendable @escaping (PostgresConnection) throws -> Result
    ) async throws -> Result {
        let (result, inserted) = try await (isApart ? keeper : writer).run { (try $0.write(scope, body), $0.inserted) }
        tell(inserted)
        return result
    }

    func readNow<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        try reader.runNow { try $0.transaction(Self.reading, body) }
    }

    func writeNow<Result>(_ scope: WriteScope = .everything, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        let (result, inserted) = try writer.runNow { (try $0.write(scope, body), $0.inserted) }
        tell(inserted)
        return result
    }

    private func tell(_ inserted: Set<String>) {
        guard !inserted.isEmpty else { return }
        for tell in observers.withLock({ observers in inserted.flatMap { observers[$0] ?? [] } }) { tell() }
    }

    func onInsert(into table: String, _ tell: @escaping @Sendable () -> Void) {
        observers.withLock { $0[table, default: []].append(tell) }
    }

    func close() { for seat in [writer, keeper] + readers { seat.close() } }

    /// Makes the tables where there are none, and brings others to what this version has, in one transaction.
    func migrate(_ migrations: [Migration]) throws {
        let known = try readNow { try PostgresTables.migrations(in: .postgres($0)) }
        guard known != Set(migrations.map(\.name)) else { return }
        try writeNow { try PostgresTables.migrate(.postgres($0), migrations) }
    }
}
