import Synchronization

/// Decides which waiter gets a scarce resource next: an encoder, a reader of the store, a rendering program. A pure value.
///
/// A limited number run at once. Each key, a person or a network of visitors, has a share of the running and of the waiting entries. The
/// next entry is from the key with the fewest running, then the first in order of arrival.
package struct FairQueue: Sendable {
    package enum Answer: Hashable, Sendable {
        case goes, waits
        /// The key has used up its share of running and waiting entries.
        case hasEnough
        case isFull
    }

    /// The limits of running entries, in total and per key; of running and waiting entries per key; and of waiting entries in total.
    package struct Limits: Sendable {
        package let width: Int
        package let ownWidth: Int
        package let own: Int
        package let waiting: Int

        package init(width: Int, ownWidth: Int? = nil, own: Int, waiting: Int) {
            (self.width, self.ownWidth, self.own, self.waiting) = (width, ownWidth ?? width, own, waiting)
        }
    }

    private let limits: Limits
    private var going: [String: Int] = [:]
    private var waiting: [(key: String, number: Int)] = []
    package var waitingCount: Int { waiting.count }

    package init(_ limits: Limits) { self.limits = limits }

    /// `number` identifies this entry.
    package mutating func enter(_ key: String, _ number: Int) -> Answer {
        guard going[key, default: 0] + waiting.count(where: { $0.key == key }) < limits.own else { return .hasEnough }
        if isFree, going[key, default: 0] < limits.ownWidth {
            going[key, default: 0] += 1
            return .goes
        }
        guard waiting.count < limits.waiting else { return .isFull }
        waiting.append((key, number))
        return .waits
    }

    /// Call it when a running entry has ended. Returns the number of the next one, which runs now.
    package mutating func leave(_ key: String) -> Int? {
        going[key] = going[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        func own(_ place: Int) -> Int { going[waiting[place].key, default: 0] }
        guard isFree, let next = waiting.indices.filter({ own($0) < limits.ownWidth }).min(by: { own($0) < own($1) }) else { return nil }
        let (key, number) = waiting.remove(at: next)
        going[key, default: 0] += 1
        return number
    }

    /// Removes a waiting entry. Returns whether it was waiting.
    package mutating func withdraw(_ number: Int) -> Bool {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return false }
        waiting.remove(at: place)
        return true
    }

    private var isFree: Bool { going.values.reduce(0, +) < limits.width }
}

/// Limits concurrent work, in the order of a `FairQueue`.
package final class FairSemaphore: Sendable {
    package enum Refused: Error {
        /// The key has used up its share.
        case hasEnough
        case isFull
    }

    private struct State {
        var queue: FairQueue
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var count = 0
    }

    private let state: Mutex<State>
    package var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    package init(_ limits: FairQueue.Limits) { state = Mutex(State(queue: FairQueue(limits))) }

    /// Throws `Refused`, `CancellationError` if its task is cancelled before its turn, and the errors of `work`.
    package func run<Result: Sendable>(for key: String, _ work: @Sendable () async throws -> Result) async throws -> Result {
        try await enter(key)
        defer { leave(key) }
        return try await work()
    }

    private func enter(_ key: String) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> FairQueue.Answer in
                    let answer = state.queue.enter(key, number)
                    if answer == .waits { state.waiting[number] = continuation }
                    return answer
                }
                switch answer {
                // Cancelled before it could be withdrawn.
                case .waits: if Task.isCancelled { withdraw(number) }
                case .goes: continuation.resume()
                case .hasEnough: continuation.resume(throwing: Refused.hasEnough)
                case .isFull: continuation.resume(throwing: Refused.isFull)
                }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    private func withdraw(_ number: Int) {
        let continuation = state.withLock { $0.queue.withdraw(number) ? $0.waiting.removeValue(forKey: number) : nil }
        continuation?.resume(throwing: CancellationError())
    }

    private func leave(_ key: String) {
        let next = state.withLock { state in state.queue.leave(key).flatMap { state.waiting.removeValue(forKey: $0) } }
        next?.resume()
    }
}
