import Synchronization
import Testing

@testable import Operating

@Suite("Fair queue") struct FairQueueTests {
    private func queue(_ width: Int = 2, ownWidth: Int? = nil, own: Int = 5, waiting: Int = 60) -> FairQueue {
        FairQueue(.init(width: width, ownWidth: ownWidth, own: own, waiting: waiting))
    }

    @Test("few go at once; the rest wait, and go as others end")
    func width() {
        var queue = queue()
        #expect(queue.enter("a", 1) == .goes)
        #expect(queue.enter("b", 2) == .goes)
        #expect(queue.enter("c", 3) == .waits)
        #expect(queue.enter("d", 4) == .waits)
        #expect(queue.leave("a") == 3)
        #expect(queue.leave("b") == 4)
        #expect(queue.leave("c") == nil)
        #expect(queue.leave("d") == nil)
        #expect(queue.enter("a", 5) == .goes)
    }

    @Test("no key has more than its share, going and waiting")
    func share() {
        var queue = queue()
        for number in 1...5 { #expect(queue.enter("a", number) == (number <= 2 ? .goes : .waits)) }
        #expect(queue.enter("a", 9) == .hasEnough)
        #expect(queue.enter("b", 10) == .waits)
        _ = queue.leave("a")
        #expect(queue.enter("a", 11) == .waits)
    }

    @Test("a key with fewer going comes before those that came first")
    func fairness() {
        var queue = queue()
        for number in 1...5 { _ = queue.enter("a", number) }
        _ = queue.enter("b", 6)
        #expect(queue.leave("a") == 6, "a has one going, b none")
        #expect(queue.leave("b") == 3)
    }

    @Test("where a key may not have all, one is free for another at once")
    func ownWidth() {
        var queue = queue(2, ownWidth: 1)
        #expect(queue.enter("a", 1) == .goes)
        #expect(queue.enter("a", 2) == .waits)
        #expect(queue.enter("b", 3) == .goes)
        #expect(queue.leave("b") == nil)
        #expect(queue.leave("a") == 2)
        #expect(queue.leave("a") == nil)
    }

    @Test("the queue has an end, and one that withdraws makes room")
    func full() {
        var queue = queue()
        for number in 0..<62 { _ = queue.enter("\(number)", number) }
        #expect(queue.enter("x", 1000) == .isFull)
        #expect(queue.withdraw(2) == true)
        #expect(queue.withdraw(2) == false)
        #expect(queue.withdraw(0) == false)
        #expect(queue.enter("x", 1000) == .waits)
        #expect(queue.leave("0") == 3)
    }
}

@Suite("Fair semaphore") struct FairSemaphoreTests {
    /// Work that reports when it continues, and ends when the test says so.
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

        /// Waits until that many have begun.
        func begun(_ count: Int) async -> [Int] {
            while running.count < count { await Task.yield() }
            return running
        }
    }

    @Test("so many go on at once, the others of a key in the order in which they came", .timeLimit(.minutes(10)))
    func width() async throws {
        let (semaphore, works) = (FairSemaphore(.init(width: 2, own: 10, waiting: 10)), Works())
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 {
            tasks.append(Task { try await semaphore.run(for: "a") { try await works.work(number) } })
            // The next one starts when this one continues or waits.
            if number < 2 { _ = await works.begun(number + 1) } else { while semaphore.waitingCount < number - 1 { await Task.yield() } }
        }
        #expect(await works.begun(2) == [0, 1])
        works.end(1)
        #expect(await works.begun(3) == [0, 1, 2])
        // Work that is cancelled while it waits makes room, and so does work that fails.
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
        try await semaphore.run(for: "a") { try await works.work(5) }
    }

    @Test("one that comes when too many wait is refused, and so is one beyond its share", .timeLimit(.minutes(10)))
    func refused() async throws {
        let (semaphore, works) = (FairSemaphore(.init(width: 1, own: 2, waiting: 2)), Works())
        let first = Task { try await semaphore.run(for: "a") { try await works.work(0) } }
        _ = await works.begun(1)
        let second = Task { try await semaphore.run(for: "a") { try await works.work(1) } }
        while semaphore.waitingCount < 1 { await Task.yield() }
        await #expect(throws: FairSemaphore.Refused.hasEnough) { try await semaphore.run(for: "a") { Issue.record("it has a turn") } }
        let other = Task { try await semaphore.run(for: "b") { try await works.work(2) } }
        while semaphore.waitingCount < 2 { await Task.yield() }
        await #expect(throws: FairSemaphore.Refused.isFull) { try await semaphore.run(for: "c") { Issue.record("it has a turn") } }
        for number in 0...2 { works.end(number) }
        for task in [first, second, other] { try await task.value }
        #expect(works.running == [0, 1, 2])
    }
}
