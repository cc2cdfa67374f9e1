import Foundation
import Synchronization

/// The connections to a database of PostgreSQL: a writer and some readers, each on a thread of its own, made when they are needed.
///
/// Each process has one transaction that writes at a time, beside those of others. What it locks first is its `WriteScope`, so that what is
/// checked still holds when it is written, and what has a higher number is seen later (Decision 61). A reading transaction sees one
/// snapshot.
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
        _ scope: WriteScope, _ body: @Sendable @escaping (PostgresConnection) throws -> Result
    ) async throws -> Result {
        let (result, inserted) = try await writer.run { (try $0.write(scope, body), $0.inserted) }
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

    func close() { for seat in [writer] + readers { seat.close() } }

    /// Makes the tables where there are none, and brings others to what this version has, in one transaction.
    func migrate(_ migrations: [Migration]) throws {
        let known = try readNow { try PostgresTables.migrations(in: .postgres($0)) }
        guard known != Set(migrations.map(\.name)) else { return }
        try writeNow { try PostgresTables.migrate(.postgres($0), migrations) }
    }
}

/// A time without the database: it has been restarted, or the network is away.
///
/// Who needs a connection then waits, but only while the outage is young; later, all but a look now and then are refused at once.
final class PostgresOutage: Sendable {
    private struct State {
        let began: ContinuousClock.Instant
        var looked: ContinuousClock.Instant
        var error: PostgresError
    }

    /// How long an outage is waited out: a page may take that long.
    private let patience: Duration
    private let betweenLooks: Duration
    private static let rest = 0.1
    private let state = Mutex<State?>(nil)

    init(patience: Duration = .seconds(3), betweenLooks: Duration = .seconds(1)) {
        self.patience = patience
        self.betweenLooks = betweenLooks
    }

    /// Connects, again and again while the outage is young. Throws `PostgresError`.
    func outlast(_ connect: () throws -> PostgresConnection) throws -> PostgresConnection {
        while true {
            let refused = state.withLock { state -> PostgresError? in
                guard let now = state, now.looked - now.began > patience else { return nil }
                guard ContinuousClock.now - now.looked < betweenLooks else {
                    // This one looks, and the others don't wait for it.
                    state?.looked = .now
                    return nil
                }
                return now.error
            }
            if let refused { throw refused }
            let began = ContinuousClock.now
            do {
                let connection = try connect()
                state.withLock { $0 = nil }
                return connection
            } catch let error as PostgresError {
                let isOld = state.withLock { state in
                    let now = ContinuousClock.now
                    state = State(began: state?.began ?? began, looked: now, error: error)
                    return state.map { now - $0.began > patience } ?? false
                }
                if isOld { throw error }
                Thread.sleep(forTimeInterval: Self.rest)
            }
        }
    }
}

/// A connection and the thread that uses it. A connection that is lost is replaced by the next who needs one.
final class PostgresSeat: @unchecked Sendable {
    /// What a task has asked for: it can be cancelled while it waits and while it runs.
    private final class Job: Sendable {
        private struct State {
            var isCancelled = false
            /// Ends the statement under way.
            var cancel: (@Sendable () -> Void)?
            var isSent = false
        }

        private let state = Mutex(State())

        func begin(_ cancel: @Sendable @escaping () -> Void) throws {
            try state.withLock { state in
                guard !state.isCancelled else { throw CancellationError() }
                state.cancel = cancel
            }
        }

        /// Whether a statement of the connection may still be ended for this job.
        func end() -> Bool {
            state.withLock { state in
                state.cancel = nil
                return state.isSent
            }
        }

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        func cancel() {
            let cancel = state.withLock { state in
                state.isCancelled = true
                state.isSent = state.cancel != nil
                return state.cancel
            }
            // It waits for the server.
            if let cancel { DispatchQueue.global().async { cancel() } }
        }
    }

    private let queue: DispatchQueue
    private let outage: PostgresOutage
    private let connecting: @Sendable () throws -> PostgresConnection
    /// Used on the queue alone.
    private var connection: PostgresConnection?
    private let counts = Mutex((waiting: 0, isConnected: false))

    init(_ name: String, _ outage: PostgresOutage, _ connecting: @Sendable @escaping () throws -> PostgresConnection) {
        queue = DispatchQueue(label: name)
        self.outage = outage
        self.connecting = connecting
    }

    /// How many wait for it or use it.
    var waiting: Int { counts.withLock { $0.waiting } }
    var isConnected: Bool { counts.withLock { $0.isConnected } }

    /// The first connection: it isn't waited for.
    func connect() throws {
        try queue.sync {
            connection = try connecting()
            counts.withLock { $0.isConnected = true }
        }
    }

    func close() { queue.sync { drop() } }

    /// Runs `body` on the thread of the connection. Cancelling the task ends the statement under way, and throws `CancellationError`.
    func run<Result: Sendable>(_ body: @Sendable @escaping (PostgresConnection) throws -> Result) async throws -> Result {
        let job = Job()
        return try await withTaskCancellationHandler {
            counts.withLock { $0.waiting += 1 }
            return try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    let result = Swift.Result<Result, any Error> { try perform(body, job) }
                    counts.withLock { $0.waiting -= 1 }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            job.cancel()
        }
    }

    /// The same for a caller who waits.
    func runNow<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        counts.withLock { $0.waiting += 1 }
        defer { counts.withLock { $0.waiting -= 1 } }
        return try queue.sync { try perform(body, nil) }
    }

    private func perform<Result>(
        _ body: (PostgresConnection) throws -> Result, _ job: Job?, isAgain: Bool = false
    ) throws -> Result {
        let isNew = connection == nil
        let connection = try connected()
        try job?.begin(connection.cancelling)
        connection.isGivenUp = job.map { job in { job.isCancelled } }
        defer { connection.isGivenUp = nil }
        do {
            let result = try body(connection)
            // The request may still be under way to the server: it must not end what comes next.
            if job?.end() == true { drop() }
            return result
        } catch {
            let isCancelled = job?.end() == true
            let failure = error as? PostgresError
            if isCancelled || connection.isLost || failure?.endsConnection == true { drop() }
            if isCancelled, failure?.isCancelled == true { throw CancellationError() }
            // The server has ended the connection since it was used, and nothing was done by it: a new one may do.
            if !connection.hasBegun, !isNew, !isAgain, self.connection == nil, !isCancelled { return try perform(body, job, isAgain: true) }
            throw error
        }
    }

    private func connected() throws -> PostgresConnection {
        if let connection { return connection }
        let made = try outage.outlast(connecting)
        connection = made
        counts.withLock { $0.isConnected = true }
        return made
    }

    private func drop() {
        connection = nil
        counts.withLock { $0.isConnected = false }
    }
}
