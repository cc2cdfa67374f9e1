import Synchronization

/// A signal for one waiter. A ring without a waiter is remembered for the next wait, so none is missed between checking and waiting.
package final class Bell: Sendable {
    private struct State {
        var isRung = false
        /// The wait has timed out, or its task was cancelled.
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

    /// Waits for a ring, the timeout or cancellation; returns whether it rang. Supports one waiter at a time.
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
