import Foundation
import Synchronization

/// Hashes passwords one at a time on a thread of its own: neither the event loops nor the concurrency pool wait for it, and the memory it
/// takes is that of one. When too many wait, the next is turned away.
final class PasswordHashing: Sendable {
    /// There are as many waiting as may.
    struct Busy: Error {}

    private static let waitingLimit = 16
    let cost: PasswordHash.Cost
    private let queue = DispatchQueue(label: "tidings.passwords")
    private let waiting = Atomic(0)
    /// How often scrypt has run, by which tests tell that a name without an account costs as much.
    let runs = Atomic(0)

    init(cost: PasswordHash.Cost) { self.cost = cost }

    func hash(_ password: String) async throws -> String {
        try await run { [cost] in try PasswordHash(of: password, cost: cost).description }
    }

    /// Whether the password is that of the stored string. Where nothing is stored it costs the same, and the answer is no.
    func fits(_ password: String, _ stored: String?) async throws -> Bool {
        try await run { [cost] in try (stored.flatMap { PasswordHash($0) } ?? PasswordHash(decoyOf: cost)).fits(password) }
    }

    private func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.waitingLimit else { throw Busy() }
        runs.wrappingAdd(1, ordering: .relaxed)
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
