import Synchronization

/// Wakes the one who waits for it. A ring that nobody waits for is kept for the next wait, so that none is missed between looking and waiting.
package final class Bell: Sendable {
    private let state = Mutex<(isRung: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

    package init() {}

    package func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.isRung = true }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Until it rings, the time is over, or the task is cancelled. For one at a time.
    package func wait(atMost time: Duration) async {
        let timer = Task {
            try await Task.sleep(for: time)
            self.ring()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    defer { state.isRung = false }
                    if !state.isRung, !Task.isCancelled { state.waiting = continuation }
                    return state.waiting == nil
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        timer.cancel()
    }
}
