import Foundation
import Synchronization

/// A connection and its thread. The next caller replaces a lost connection.
final class PostgresSeat: @unchecked Sendable {
    /// The request of a task, which can be cancelled while it waits and while it runs.
    private final class Job: Sendable {
        private struct State {
            var isCancelled = false
            /// Cancels the running statement.
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

        /// Whether a cancellation for this job may still be on its way to the connection.
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
            // Cancelling waits for the server.
            if let cancel { DispatchQueue.global().async { cancel() } }
        }
    }

    private let queue: DispatchQueue
    private let outage: PostgresOutage
    private let connecting: @Sendable () throws -> PostgresConnection
    /// Accessed only on the queue.
    private var connection: PostgresConnection?
    private let counts = Mutex((waiting: 0, isConnected: false))
    private let waits = Mutex(ConnectionWaits())

    init(_ name: String, _ outage: PostgresOutage, _ connecting: @Sendable @escaping () throws -> PostgresConnection) {
        queue = DispatchQueue(label: name)
        self.outage = outage
        self.connecting = connecting
    }

    /// The number of callers that wait for it or use it.
    var waiting: Int { counts.withLock { $0.waiting } }
    var isConnected: Bool { counts.withLock { $0.isConnected } }

    /// The waits for it until now. With `isLast`, the next longest wait counts from now.
    func waits(isLast: Bool) -> ConnectionWaits {
        // One of them uses it.
        let waiting = max(0, waiting - 1)
        return waits.withLock { waits in
            waits.waiting = waiting
            defer { if isLast { waits.longest = .zero } }
            return waits
        }
    }

    private func noteWait(since asked: ContinuousClock.Instant) {
        let wait = asked.duration(to: .now)
        waits.withLock { $0.add(wait) }
    }

    /// Opens the first connection, without waiting out an outage.
    func connect() throws {
        try queue.sync {
            connection = try connecting()
            counts.withLock { $0.isConnected = true }
        }
    }

    func close() { queue.sync { drop() } }

    /// Runs `body` on the connection's thread. Cancelling the task cancels the running statement, and throws `CancellationError`.
    func run<Result: Sendable>(_ body: @Sendable @escaping (PostgresConnection) throws -> Result) async throws -> Result {
        let job = Job()
        return try await withTaskCancellationHandler {
            counts.withLock { $0.waiting += 1 }
            let asked = ContinuousClock.now
            return try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    noteWait(since: asked)
                    let result = Swift.Result<Result, any Error> { try perform(body, job) }
                    counts.withLock { $0.waiting -= 1 }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            job.cancel()
        }
    }

    /// The same, blocking the caller.
    func runNow<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        counts.withLock { $0.waiting += 1 }
        defer { counts.withLock { $0.waiting -= 1 } }
        let asked = ContinuousClock.now
        return try queue.sync {
            noteWait(since: asked)
            return try perform(body, nil)
        }
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
            // The cancellation may still be on its way to the server: it must not end the next statement.
            if job?.end() == true { drop() }
            return result
        } catch {
            let isCancelled = job?.end() == true
            let failure = error as? PostgresError
            if isCancelled || connection.isLost || failure?.endsConnection == true { drop() }
            if isCancelled, failure?.isCancelled == true { throw CancellationError() }
            // The server has closed the connection since its last use, and the body hasn't run: a new connection may succeed.
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
