import Foundation
import Synchronization

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
