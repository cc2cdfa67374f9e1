import Synchronization

/// Holds back its waiters until a test opens it, for good.
///
/// A wait has a timeout, the tests' patience, and then throws, so that a mistake fails a test instead of blocking it.
package final class Gate: Sendable {
    private let state = Mutex(false)

    package init() {}

    package var isOpen: Bool { state.withLock { $0 } }

    package func open() { state.withLock { $0 = true } }

    /// Waits in a task, and ends when the task is cancelled.
    package func pass() async throws {
        try await eventually("the gate is open") { isOpen }
    }

    /// Waits in its own thread.
    package func block() throws {
        try Patience.blockUntil("the gate is open") { isOpen }
    }
}

/// Returns once `condition` holds; throws if it never does. `words` describe the condition.
package func eventually(
    _ words: String, isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    var look = Patience.Look(words)
    while try await !condition() { try await Task.sleep(for: look.pause()) }
}

package struct WaitedInVain: Error, CustomStringConvertible {
    package let words: String
    package var description: String { "waited in vain until \(words)" }
}
