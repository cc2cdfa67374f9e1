import Synchronization

/// Holds back whoever waits at it until a test opens it, for good.
///
/// A wait ends by itself: when the patience of the tests is over it throws, so that a mistake fails a test and never hangs it.
package final class Gate: Sendable {
    private let state = Mutex(false)

    package init() {}

    package var isOpen: Bool { state.withLock { $0 } }

    package func open() { state.withLock { $0 = true } }

    /// Waits in a task; ends with it when it is cancelled.
    package func pass() async throws {
        try await eventually("the gate is open") { isOpen }
    }

    /// Waits in a thread of its own.
    package func block() throws {
        try Patience.blockUntil("the gate is open") { isOpen }
    }
}

/// Returns once `condition` holds, whose words say what is waited for; throws when it never does.
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
