import Records
import Synchronization

/// Secrets of boards that administrators have tried and not saved yet. They stay in memory for a while, so that no page has to repeat them.
final class TriedSecrets: Sendable {
    private struct Trial {
        let person: Person.ID
        let board: String
        let secrets: [String: SecretText]
        let end: ContinuousClock.Instant
    }

    private static let lifetime = Duration.seconds(900)
    /// Of all administrators together; the oldest is dropped first.
    private static let limit = 20

    private let trials = Mutex<[Trial]>([])

    /// Replaces what the person tried for this board before. `secrets` is keyed by name.
    func note(_ secrets: [String: SecretText], of board: String, by person: Person.ID) {
        trials.withLock { trials in
            trials.removeAll { $0.person == person && $0.board == board || $0.end < .now }
            guard !secrets.isEmpty else { return }
            trials.append(Trial(person: person, board: board, secrets: secrets, end: ContinuousClock.now + Self.lifetime))
            if trials.count > Self.limit { trials.removeFirst() }
        }
    }

    func secrets(of board: String, by person: Person.ID) -> [String: SecretText] {
        trials.withLock { trials in
            trials.first { $0.person == person && $0.board == board && $0.end >= .now }?.secrets ?? [:]
        }
    }
}
