/// Lets so many at once go on, in the order in which they came; a bounded number wait.
actor Turns {
    private let width: Int
    private let waitingLimit: Int
    private var running = 0
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var count = 0
    var waitingCount: Int { waiting.count }

    init(width: Int, waitingLimit: Int) { (self.width, self.waitingLimit) = (width, waitingLimit) }

    /// Throws `StreamingError` (`busy`) if too many wait, and `CancellationError` if it's cancelled before its turn.
    nonisolated func take<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await enter()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async throws {
        try Task.checkCancellation()
        if running < width {
            running += 1
            return
        }
        guard waiting.count < waitingLimit else { throw StreamingError(.busy, "too much is being made at once") }
        count += 1
        let number = count
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((number, $0)) }
        } onCancel: {
            Task { await self.withdraw(number) }
        }
    }

    private func withdraw(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// The turn goes to the next who waits.
    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().continuation.resume() }
    }
}
