import Foundation
import Serving
import Synchronization

/// Hashes passwords one at a time on its own thread, so neither the event loops nor the concurrency pool wait for it, and only one hash
/// takes memory at a time. `HashingLine` decides the order, and which entries are rejected when too many wait.
package final class PasswordHashing: Sendable {
    package typealias Lane = HashingLine<Waiting>.Lane

    /// The queue is full.
    struct Busy: Error {}

    package struct Waiting: Sendable {
        let work: @Sendable () -> Void
        let turnAway: @Sendable () -> Void
    }

    /// At a fifth of a second each, the last in a full queue waits for less than half a minute.
    static let waitingLimit = 128
    let cost: PasswordHash.Cost
    private let queue = DispatchQueue(label: "tidings.passwords")
    private let state = Mutex(State())
    /// How often scrypt has run. Tests use it to check that a name without an account costs as much.
    let runs = Atomic(0)

    private struct State {
        var line = HashingLine<Waiting>(limit: PasswordHashing.waitingLimit)
        var isWorking = false
    }

    init(cost: PasswordHash.Cost) { self.cost = cost }

    func hash(_ password: String, for lane: Lane) async throws -> String {
        try await run(lane) { [cost] in try PasswordHash(of: password, cost: cost).description }
    }

    /// Whether the password matches the stored hash. If nothing is stored, takes just as long and returns false.
    func fits(_ password: String, _ stored: String?, for lane: Lane) async throws -> Bool {
        try await run(lane) { [cost] in try (stored.flatMap { PasswordHash($0) } ?? PasswordHash(decoyOf: cost)).fits(password) }
    }

    private func run<Result: Sendable>(_ lane: Lane, _ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let waiting = Waiting(
                work: { continuation.resume(with: Swift.Result { try work() }) }, turnAway: { continuation.resume(throwing: Busy()) })
            let (admission, begins) = state.withLock { state in
                let admission = state.line.add(waiting, from: lane)
                defer { state.isWorking = true }
                return (admission, !state.isWorking)
            }
            switch admission {
            case .waits: break
            case .isTurnedAway: waiting.turnAway()
            case .displaces(let other): other.turnAway()
            }
            if begins { queue.async { self.workOff() } }
        }
    }

    private func workOff() {
        while true {
            let next = state.withLock { state in
                let next = state.line.next()
                state.isWorking = next != nil
                return next
            }
            guard let next else { return }
            runs.wrappingAdd(1, ordering: .relaxed)
            next.work()
        }
    }
}
