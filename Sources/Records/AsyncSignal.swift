import Synchronization

/// An asynchronous signal for one waiter. A signal sent without a waiter is remembered for the next wait, so none is missed between
/// checking and waiting.
package final class AsyncSignal: Sendable {
    private struct State {
        var isSent = false
        /// The wait timed out, or its task was cancelled.
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func send() { wake { $0.isSent = true } }

    private func wake(_ note: (inout State) -> Void) {
        let waiting = state.withLock { state in
            note(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for a signal, the timeout or cancellation; returns whether it was signalled. Supports one waiter at a time.
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
                    guard !state.isSent, !state.isOver, !Task.isCancelled else { return true }
                    state.waiting = continuation
                    return false
                }
                if isEnded { continuation.resume() }
            }
        } onCancel: {
            wake { $0.isOver = true }
        }
        return state.withLock { state in
            defer { state.isSent = false }
            return state.isSent
        }
    }
}
