import Foundation
import Operating
import Synchronization
import TestSupport
import Testing

@Suite("Calls to a folder that may not answer") struct FolderCallsTests {
    /// Holds threads until it is opened.
    private final class Door: Sendable {
        let entered = Mutex(0)
        private let condition = NSCondition()
        nonisolated(unsafe) private var isOpen = false

        func pass() {
            entered.withLock { $0 += 1 }
            condition.withLock { while !isOpen { condition.wait() } }
        }

        func open() {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
        }
    }

    /// Until a thread has been given to a call.
    private static let timeout = Duration.seconds(10)

    @Test("an answer comes back, and what a call throws")
    func answers() async throws {
        struct Fault: Error {}
        let calls = FolderCalls(width: 2)
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 { group.addTask { try await calls.run { _ in number } } }
            return try await group.reduce(0, +)
        }
        #expect(sums == 199 * 100)
        await #expect(throws: Fault.self) { try await calls.run { _ in throw Fault() } }
    }

    @Test("a silent folder costs its own threads only: callers are answered, later ones at once, and all goes on when it answers again")
    func silent() async throws {
        let (calls, other, door) = (FolderCalls(width: 2), FolderCalls(width: 2), Door())
        @Sendable func call(within timeout: Duration) async {
            await #expect(throws: FolderCalls.NoAnswer.self) { try await calls.run(within: timeout) { _ in door.pass() } }
        }
        async let first: Void = call(within: Self.timeout)
        async let second: Void = call(within: Self.timeout)
        try await eventually("both have a thread") { door.entered.withLock { $0 } == 2 }
        // These wait for one, and are never begun.
        await call(within: .milliseconds(100))
        await call(within: .milliseconds(100))
        _ = await (first, second)
        #expect(door.entered.withLock { $0 } == 2)
        // At once, without a wait: it is refused because both threads are silent.
        await #expect(throws: FolderCalls.NoAnswer.self) { try await calls.run(within: .seconds(3600)) { _ in } }
        #expect(try await other.run(within: .seconds(3600)) { _ in 7 } == 7)
        door.open()
        try await eventually("the folder answers again") { (try? await calls.run(within: .seconds(3600)) { _ in 8 }) == 8 }
        #expect(door.entered.withLock { $0 } == 2)
    }

    @Test("a call that gets on is waited for longer than its timeout; one whose caller has gone ends at its next step")
    func steps() async throws {
        let calls = FolderCalls(width: 1)
        let (began, timeout) = (ContinuousClock.now, Duration.seconds(5))
        try await calls.run(within: timeout) { steps in
            while ContinuousClock.now - began <= timeout {
                usleep(20_000)
                try steps.step()
            }
        }
        let door = Door()
        let task = Task {
            try await calls.run(within: .seconds(3600)) { steps in
                door.pass()
                try steps.step()
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        door.open()
        #expect(try await calls.run(within: .seconds(3600)) { _ in true })
    }
}
