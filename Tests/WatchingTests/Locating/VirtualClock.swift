import Records
import Synchronization

/// Time that stands still while anybody works, and goes on to the first who wakes once all are asleep.
///
/// Whoever works is counted (`working`); a test that forgets somebody sees time fly.
final class VirtualClock: Sendable {
    private struct State {
        var now = Timestamp(milliseconds: 1_800_000_000_000)
        var workerCount = 0
        var sleepers: [(wakes: Timestamp, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Timestamp { state.withLock { $0.now } }

    func advance(by duration: Duration) { state.withLock { $0.now = $0.now + duration } }

    /// Runs all of these at once, in their order as far as that goes.
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

    /// Whoever sleeps and is not counted sleeps alone: time goes on at once.
    func sleep(_ duration: Duration) async {
        let isAlone = state.withLock { state in
            guard state.workerCount == 0 else { return false }
            state.now = state.now + duration
            return true
        }
        if isAlone { return }
        await withCheckedContinuation { continuation in
            state.withLock { $0.sleepers.append(($0.now + duration, continuation)) }
            rest()
        }
    }

    private func rest() {
        let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
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
}
