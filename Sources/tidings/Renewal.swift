import ServiceLifecycle
import Synchronization

/// Tells services that the server listens: a demo fetches from itself, so the schedule waits for this.
final class Listening: Sendable {
    private let gate = AsyncStream<Never>.makeStream()

    func begin() { gate.continuation.finish() }
    /// Waits for it; for one service only.
    func wait() async { for await _ in gate.stream {} }
}

/// Ends the server for a restart.
final class Renewal: Service {
    private let (asks, asking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Meanwhile, the page about the restart loads its files.
    private static let grace = Duration.seconds(1)
    private let state = Mutex((isAsked: false, port: 0))

    /// The port of the next server; nil if no restart was requested.
    var port: Int? { state.withLock { $0.isAsked ? $0.port : nil } }

    func listening(at port: Int) { state.withLock { $0.port = port } }

    @Sendable func ask() {
        state.withLock { $0.isAsked = true }
        asking.yield()
    }

    /// The server, which hasn't begun to listen, ends for a restart at the same port.
    func ask(at port: Int) {
        listening(at: port)
        ask()
    }

    /// Returns a moment after a restart is requested, or when the group shuts down.
    func run() async {
        for await _ in asks.cancelOnGracefulShutdown() {
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.grace) }
            return
        }
    }
}

struct AfterListening<After: Service>: Service {
    let listening: Listening
    let service: After

    func run() async throws {
        await cancelWhenGracefulShutdown { await listening.wait() }
        try await service.run()
    }
}
