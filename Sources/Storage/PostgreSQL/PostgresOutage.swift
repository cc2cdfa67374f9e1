import Foundation
import Synchronization

/// A time without the database, because of a restart or a network failure.
///
/// During the first part of an outage, callers wait for a connection; later, all fail at once except an occasional probe.
final class PostgresOutage: Sendable {
    private struct State {
        let began: ContinuousClock.Instant
        var looked: ContinuousClock.Instant
        var error: PostgresError
    }

    /// How long callers wait during an outage: a page may take that long.
    private let timeout: Duration
    private let betweenLooks: Duration
    private static let rest = 0.1
    private let state = Mutex<State?>(nil)

    init(timeout: Duration = .seconds(3), betweenLooks: Duration = .seconds(1)) {
        self.timeout = timeout
        self.betweenLooks = betweenLooks
    }

    /// Connects, with retries at the beginning of an outage. Throws `PostgresError`.
    func outlast(_ connect: () throws -> PostgresConnection) throws -> PostgresConnection {
        while true {
            let refused = state.withLock { state -> PostgresError? in
                guard let now = state, now.looked - now.began > timeout else { return nil }
                guard ContinuousClock.now - now.looked < betweenLooks else {
                    // This caller probes, and the others don't wait for it.
                    state?.looked = .now
                    return nil
                }
                return now.error
            }
            if let refused { throw refused }
            let began = ContinuousClock.now
            do {
                let connection = try connect()
                state.withLock { $0 = nil }
                return connection
            } catch let error as PostgresError {
                let isOld = state.withLock { state in
                    let now = ContinuousClock.now
                    state = State(began: state?.began ?? began, looked: now, error: error)
                    return state.map { now - $0.began > timeout } ?? false
                }
                if isOld { throw error }
                Thread.sleep(forTimeInterval: Self.rest)
            }
        }
    }
}
