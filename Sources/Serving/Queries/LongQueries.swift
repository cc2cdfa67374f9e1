import Records
import Synchronization

/// Runs queries that look at many records, in `QueryLine`'s order. What each costs is bounded by an `Effort` in the store, which reads on threads
/// of its own.
package final class LongQueries: Sendable {
    /// Too many ask for too much at once.
    package enum Refused: Error {
        /// The one who asks.
        case hasEnough
        case isFull
    }

    private struct State {
        var line = QueryLine()
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Throws `Refused`.
    package func run<Result: Sendable>(for context: PageContext, _ query: @Sendable () async throws -> Result) async throws -> Result {
        let key = context.person.map { "person \($0.id)" } ?? LoginGuard.network(context.address)
        try await enter(key)
        defer { leave(key) }
        return try await query()
    }

    private func enter(_ key: String) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> QueryLine.Answer in
                    let answer = state.line.enter(key, number)
                    if answer == .waits { state.waiting[number] = continuation }
                    return answer
                }
                switch answer {
                // Cancelled before it could be withdrawn.
                case .waits: if Task.isCancelled { withdraw(number) }
                case .goes: continuation.resume()
                case .hasEnough: continuation.resume(throwing: Refused.hasEnough)
                case .isFull: continuation.resume(throwing: Refused.isFull)
                }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    private func withdraw(_ number: Int) {
        let continuation = state.withLock { $0.line.withdraw(number) ? $0.waiting.removeValue(forKey: number) : nil }
        continuation?.resume(throwing: CancellationError())
    }

    private func leave(_ key: String) {
        let next = state.withLock { state in state.line.leave(key).flatMap { state.waiting.removeValue(forKey: $0) } }
        next?.resume()
    }
}
