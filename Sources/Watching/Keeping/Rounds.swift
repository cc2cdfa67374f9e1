import Logging
import LongJobs
import Records
import ServiceLifecycle

/// Repeats an evaluation until the server shuts down: when the signal is sent, at the time that the last round returned, and at least once
/// a minute, because other processes write to the store; only while this server has the role.
struct Rounds {
    static let longestPause = Duration.seconds(60)

    let signal: AsyncSignal
    let now: Now
    let logger: Logger
    /// The evaluated things, as a plural: `price alerts`.
    let subject: String
    let roles: Roles
    let role: Role

    /// `evaluate` returns when to run again without new data; nil for no such time.
    func run(_ evaluate: @escaping @Sendable () async throws -> Timestamp?) async {
        let longest = roles.pause(Self.longestPause)
        await cancelWhenGracefulShutdown {
            await roles.serving(role) {
                while !Task.isCancelled {
                    var next: Timestamp?
                    do { next = try await evaluate() } catch is CancellationError { return } catch {
                        logger.error("\(subject) cannot be looked at", metadata: ["error": "\(error)"])
                    }
                    let pause = next.map { max(.milliseconds(1), $0 - now()) } ?? longest
                    await signal.wait(atMost: min(pause, longest))
                }
            }
        }
    }
}
