import Foundation
import Synchronization

/// The connections to a PostgreSQL database: a writer, one for leases, one for queues that nodes share, and some readers, each on its own
/// thread, opened on demand.
///
/// Each process runs one writing transaction at a time, concurrently with other processes and with those that keep its leases. Its locks,
/// taken first, are defined by its `WriteScope`, so checks still hold when data is written, and higher numbers become visible later
/// (Decision 61). A reading transaction sees one snapshot.
final class PostgresPool: Sendable {
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Begins a transaction with the exclusive gate.
    static let writing = WriteScope.everything.beginning()
    private static let readerLimit = 4
    /// Limit for an answer about queues, for which people wait.
    private static let deskTimeout = Duration.seconds(12)

    /// How long the connection of a server that has just ended may remain.
    private static let farewell = Duration.seconds(3)
    /// "Tdgr", the key of the advisory lock for the whole database.
    private static let reserving = 0x5464_6772
    /// "Tdgw", the key of the advisory locks for nodes' names, used with a second number.
    private static let naming = 0x5464_6777
    /// Reserves the database for the session, unless another session has it.
    static let tryReserving = "SELECT pg_try_advisory_lock(\(reserving))"
    /// Releases the session's reservations.
    static let releasing = "SELECT pg_advisory_unlock_all()"

    /// The servers that may use the database beside this one.
    private enum Company {
        case alone
        /// Nodes may use it too, if their names differ from this one.
        case nodes(but: String)

        /// The locks of the writer's session, by the mode of taking them: `try_` doesn't wait.
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

        /// The connection that held them may still be closing.
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

    /// The mode in which this process serves the database; nil if it doesn't.
    private final class Reservation: Sendable {
        let company = Mutex<Company?>(nil)
    }

    let address: DatabaseAddress
    private let writer: PostgresSeat
    /// For leases, so that they don't wait for this process's other writes.
    private let keeper: PostgresSeat
    /// For queues, so that numbers don't wait for this process's other writes.
    private let desk: PostgresSeat
    /// The outage that all connections observe.
    private let outage = PostgresOutage()
    private let readers: [PostgresSeat]
    private let reservation = Reservation()
    private let observers = Mutex<[String: [@Sendable () -> Void]]>([:])

    /// Connects once. Throws `PostgresError`. `timeout`: limit for an answer. `missing`: locks that it doesn't take, for tests.
    init(
        _ address: DatabaseAddress, timeout: Duration = PostgresConnection.timeout, without missing: Set<WriteScope.Lock> = []
    ) throws {
        self.address = address
        let counting = StatementCount.current
        let shared = self.outage
        func seat(
            _ name: String, within limit: Duration? = nil, _ prepare: @Sendable @escaping (PostgresConnection) throws -> Void = { _ in }
        ) -> PostgresSeat {
            PostgresSeat("tidings.postgres.\(name)", shared) {
                let connection = try PostgresConnection(address, timeout: limit ?? timeout, counting: counting)
                connection.missing = missing
                try prepare(connection)
                return connection
            }
        }
        writer = seat("writer") { [reservation] connection in
            try reservation.company.withLock({ $0 })?.take(by: connection)
        }
        // Other nodes wait while one acquires leases, so a node that is suspended meanwhile must not block them for long.
        keeper = seat("keeper") { try $0.run("SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'") }
        // The same for the rows of queues.
        desk = seat("desk", within: min(timeout, Self.deskTimeout)) {
            try $0.run("SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'")
        }
        readers = (1...Self.readerLimit).map { seat("reader-\($0)") }
        try writer.connect()
    }

    /// Reserves the database for this server, for the lifetime of the process; as a node, for it and nodes with other names. Throws
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

    /// The least busy reader, the first of equals, so that no more connections than necessary are opened.
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

    func writeInTwoPackets<Result>(
        _ scope: WriteScope, asking questions: [Question], _ body: (PostgresConnection, [[PostgresRow]]) throws -> Result
    ) throws -> Result {
        let (result, inserted) = try desk.runNow { connection in
            let beginning = scope.steps(without: connection.missing)
            return (try connection.transactionInTwoPackets(beginning, asking: questions, body), connection.inserted)
        }
        tell(inserted)
        return result
    }

    func readInTwoPackets<Result>(
        asking questions: [Question], _ body: (PostgresConnection, [[PostgresRow]]) throws -> Result
    ) throws -> Result {
        try desk.runNow { try $0.transactionInTwoPackets([Self.reading], asking: questions, body) }
    }

    private func tell(_ inserted: Set<String>) {
        guard !inserted.isEmpty else { return }
        for tell in observers.withLock({ observers in inserted.flatMap { observers[$0] ?? [] } }) { tell() }
    }

    func onInsert(into table: String, _ tell: @escaping @Sendable () -> Void) {
        observers.withLock { $0[table, default: []].append(tell) }
    }

    /// The waits for connections, by what these are for. With `isLast`, the next longest ones count from now.
    func waits(isLast: Bool) -> [ConnectionUse: ConnectionWaits] {
        let seats: [ConnectionUse: PostgresSeat] = [.writing: writer, .leases: keeper, .queues: desk]
        var waits = seats.mapValues { $0.waits(isLast: isLast) }
        waits[.reading] = readers.reduce(into: ConnectionWaits()) { $0.add($1.waits(isLast: isLast)) }
        return waits
    }

    func close() { for seat in [writer, keeper, desk] + readers { seat.close() } }

    /// Creates the tables if there are none, and migrates others to this version's schema, in one transaction.
    func migrate(_ migrations: [Migration]) throws {
        let known = try readNow { try PostgresTables.migrations(in: .postgres($0)) }
        if try PostgresTables.hasAll(of: migrations.map(\.name), in: known) { return }
        try writeNow { try PostgresTables.migrate(.postgres($0), migrations) }
    }
}
