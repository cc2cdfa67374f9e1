import Synchronization
import Testing

@testable import Streaming

@Suite("Turns") struct TurnsTests {
    /// Work that says when it goes on, and ends when it is told to.
    private final class Works: Sendable {
        private let state = Mutex((running: [Int](), ended: Set<Int>()))
        var running: [Int] { state.withLock { $0.running } }

        func work(_ number: Int) async throws {
            state.withLock { $0.running.append(number) }
            while !state.withLock({ $0.ended.contains(number) }) {
                try Task.checkCancellation()
                await Task.yield()
            }
        }

        func end(_ number: Int) { state.withLock { _ = $0.ended.insert(number) } }

        /// Once so many have begun.
        func begun(_ count: Int) async -> [Int] {
            while running.count < count { await Task.yield() }
            return running
        }
    }

    @Test("so many go on at once, the others in the order in which they came", .timeLimit(.minutes(10)))
    func width() async throws {
        let (turns, works) = (Turns(width: 2, waitingLimit: 10), Works())
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 {
            tasks.append(Task { try await turns.take { try await works.work(number) } })
            // The next one comes when this one goes on or waits.
            if number < 2 { _ = await works.begun(number + 1) } else { while await turns.waitingCount < number - 1 { await Task.yield() } }
        }
        #expect(await works.begun(2) == [0, 1])
        works.end(1)
        #expect(await works.begun(3) == [0, 1, 2])
        // One that is given up while it waits makes room, and one that fails too.
        let fourth = tasks[3]
        fourth.cancel()
        await #expect(throws: CancellationError.self) { try await fourth.value }
        tasks[0].cancel()
        #expect(await works.begun(4) == [0, 1, 2, 4])
        for number in [2, 4] {
            works.end(number)
            try await tasks[number].value
        }
        works.end(5)
        try await turns.take { try await works.work(5) }
    }

    @Test("who comes when too many wait is told so", .timeLimit(.minutes(10)))
    func busy() async throws {
        let (turns, works) = (Turns(width: 1, waitingLimit: 1), Works())
        let first = Task { try await turns.take { try await works.work(0) } }
        _ = await works.begun(1)
        let second = Task { try await turns.take { try await works.work(1) } }
        while await turns.waitingCount < 1 { await Task.yield() }
        await #expect(throws: StreamingError.self) { try await turns.take { Issue.record("it has a turn") } }
        for number in [0, 1] { works.end(number) }
        try await first.value
        try await second.value
    }
}
