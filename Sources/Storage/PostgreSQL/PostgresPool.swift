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
    private static let mostReaders = 4

    /// How long the connection of a server that has just ended may still be there.
    private static let farewell = Duration.seconds(3)
    /// "Tdgr".
    private static let reserving = 0x5464_6772
    /// Has the session reserve the database, unless another one has.
    static let tryReserving = "SELECT pg_try_advisory_lock(\(reserving))"
    /// Gives back what the session has reserved.
    static let releasing = "SELECT pg_advisory_unlock_all()"

    /// Whether this process alone serves the database.
    private final class Reservation: Sendable {
        let isWanted = Mutex(false)
    }

    private let writer: PostgresSeat
    /// For leases, which don't wait for what this process stores.
    private let keeper: PostgresSeat
    /// Of all connections.
    private let outage = PostgresOutage()
    private let readers: [PostgresSeat]
    private let reservation = Reservation()
    private let observers = Mutex<[String: [@Sendable () -> Void]]>([:])

    /// Connects once. Throws `PostgresError`. `patience`: how long it waits for an answer. `missing`: locks that it doesn't take, for
    /// tests.
    init(
        _ address: DatabaseAddress, patience: Duration = PostgresConnection.patience, without missing: Set<WriteScope.Lock> = []
    ) throws {
        let counting = StatementCount.current
        let shared = self.outage
        func seat(_ name: String, _ prepare: @Sendable @escaping (PostgresConnection) throws -> Void = { _ in }) -> PostgresSeat {
            PostgresSeat("tidings.postgres.\(name)", shared) {
                let connection = try PostgresConnection(address, patience: patience, counting: counting)
                connection.missing = missing
                try prepare(connection)
                return connection
            }
        }
        writer = seat("writer") { [reservation] connection in
            // The connection that held it may still be ending.
            if reservation.isWanted.withLock({ $0 }) { try connection.run("SELECT pg_advisory_lock(\(Self.reserving))") }
        }
        // A node that is stopped while it takes leases, which the others wait for, must not hold them up for long.
        keeper = seat("keeper") { try $0.run("SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'") }
        readers = (1...Self.mostReaders).map { seat("reader-\($0)") }
        try writer.connect()
    }

    /// Reserves the database for this server, as long as the process runs. Throws `StorageError` if another server has it.
    func reserve() throws {
        let end = ContinuousClock.now + Self.farewell
        while try writer.runNow({ connection in
            try Bool.fetchOne(.postgres(connection), sql: Self.tryReserving)
        }) != true {
            guard ContinuousClock.now < end else {
                throw StorageError(
                    .inUse, doing: "opening the database", detail: "another server is running on this database; stop it first")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
        reservation.isWanted.withLock { $0 = true }
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
