import Logging
import Records
import ServiceLifecycle

/// Looks again and again at what people want to be told of, until the server shuts down: when the bell rings, when the last look said that there may be
/// something to tell, and once a minute besides, for what other processes have stored.
struct Rounds {
    static let longestPause = Duration.seconds(60)

    let bell: Bell
    let now: Now
    let logger: Logger
    /// What is looked at, in the plural: `price alerts`.
    let subject: String

    /// `look` returns when to look again although nothing new has come; nil: not before.
    func run(_ look: @escaping @Sendable () async throws -> Timestamp?) async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                var next: Timestamp?
                do { next = try await look() } catch is CancellationError { return } catch {
                    logger.error("\(subject) cannot be looked at", metadata: ["error": "\(error)"])
                }
                let pause = next.map { max(.milliseconds(1), $0 - now()) } ?? Self.longestPause
                await bell.wait(atMost: min(pause, Self.longestPause))
            }
        }
    }
}
