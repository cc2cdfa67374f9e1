import Crypto
package import Foundation
package import Records
import Serving
import Synchronization

/// Decides whether a password may be tried now.
///
/// Three bounds. A network may try 20 at once and one each 6 seconds. An account and a network together: after five failures in a row the wait
/// doubles from ten seconds to a quarter of an hour, kept over restarts. An account from everywhere: 20 at once and one each 30 seconds, which
/// does not hold known browsers (`KnownBrowser`), each of which counts as a network of its own, nor those who are logged in to it from the same
/// address. None of them asks whether there is such an account.
package final class LoginGuard: Sendable {
    private let networks = Mutex(TokenBuckets(capacity: 20, interval: .seconds(6)))
    private let accounts = Mutex(TokenBuckets(capacity: 20, interval: .seconds(30)))

    private static let freeFailures = 5
    private static let firstWait = Duration.seconds(10)
    private static let longestWait = Duration.seconds(900)

    /// nil if it may, else how long it is until it may.
    package func wait(for account: Data, from network: String, failed: FailedLogins?, isKnown: Bool, at now: Timestamp) -> Duration? {
        if let wait = wait(from: network, at: now) { return wait }
        if let failed, case let wait = Self.wait(after: failed.failures) - (now - failed.last), wait > .zero { return wait }
        if isKnown { return nil }
        return accounts.withLock { $0.take(account.base64EncodedString(), at: now) }
    }

    /// Of whatever else can be guessed at: codes of links.
    package func wait(from network: String, at now: Timestamp) -> Duration? { networks.withLock { $0.take(network, at: now) } }

    package static func wait(after failures: Int) -> Duration {
        guard failures >= freeFailures else { return .zero }
        return min(longestWait, firstWait * (1 << min(failures - freeFailures, 10)))
    }

    /// What is kept of a name that was typed.
    package static func account(_ name: String) -> Data { Data(SHA256.hash(data: Data(name.lowercased().utf8))) }
}
