import Synchronization

/// Limits how many pages of long responses are computed at once, so that they need little memory together. Others wait in line only for the
/// store and the processor, never for a client.
final class PageSemaphore: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = width }

    func run<Page>(_ make: () async throws -> Page) async rethrows -> Page {
        await enter()
        defer { leave() }
        return try await make()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let goes = state.withLock { state in
                guard state.running < width else {
                    state.waiting.append(continuation)
                    return false
                }
                state.running += 1
                return true
            }
            if goes { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?.resume()
    }
}
