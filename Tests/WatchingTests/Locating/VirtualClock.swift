import Records
import Synchronization

/// A clock that stands still while a task works, and moves to the next wake-up once all of them sleep.
///
/// Tasks that work are counted (`working`); if a test leaves some out, time moves too soon.
final class VirtualClock: Sendable {
    private struct State {
        var now = Timestamp(milliseconds: 1_800_000_000_000)
        var workerCount = 0
        var nextSleeper = 0
        var sleepers: [(id: Int, wakes: Timestamp, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state = Mutex(State())

    var now: Timestamp { state.withLock { $0.now } }

    func advance(by duration: Duration) { state.withLock { $0.now = $0.now + duration } }

    /// Runs all of these at once, in order as far as possible.
    func working<Result: Sendable>(_ tasks: [@Sendable () async throws -> Result]) async throws -> [Result] {
        state.withLock { $0.workerCount += tasks.count }
        return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for (index, task) in tasks.enumerated() {
                group.addTask {
                    defer { self.rest() }
                    return (index, try await task())
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// A task that isn't counted sleeps alone: time moves on at once. Cancelling a task wakes it.
    func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state -> Int? in
            guard state.workerCount > 0 else {
                state.now = state.now + duration
                return nil
            }
            state.nextSleeper += 1
            return state.nextSleeper
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleepers.append((id, $0.now + duration, continuation)) }
                rest()
                if Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func rest() {
        let woken = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.workerCount -= 1
            guard state.workerCount == 0, let next = state.sleepers.indices.min(by: { state.sleepers[$0].wakes < state.sleepers[$1].wakes })
            else { return nil }
            let sleeper = state.sleepers.remove(at: next)
            state.now = max(state.now, sleeper.wakes)
            state.workerCount += 1
            return sleeper.continuation
        }
        woken?.resume()
    }

    private func wake(_ id: Int) {
        let woken = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
            state.workerCount += 1
            return state.sleepers.remove(at: index).continuation
        }
        woken?.resume(throwing: CancellationError())
    }
}
