import Synchronization

/// Wakes the one who waits for it. A ring that nobody waits for is kept for the next wait, so that none is missed between looking and waiting.
package final class Bell: Sendable {
    private struct State {
        var isRung = false
        /// The time of the wait is over, or its task cancelled.
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func ring() { wake { $0.isRung = true } }

    private func wake(_ note: (inout State) -> Void) {
        let waiting = state.withLock { state in
            note(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Until it rings, the time is over, or the task is cancelled; whether it has rung. For one at a time.
    @discardableResult
    package func wait(atMost time: Duration) async -> Bool {
        state.withLock { $0.isOver = false }
        let timer = Task {
            try await Task.sleep(for: time)
            self.wake { $0.isOver = true }
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    guard !state.isRung, !state.isOver, !Task.isCancelled else { return true }
                    state.waiting = continuation
                    return false
                }
                if isEnded { continuation.resume() }
            }
        } onCancel: {
            wake { $0.isOver = true }
        }
        return state.withLock { state in
            defer { state.isRung = false }
            return state.isRung
        }
    }
}
