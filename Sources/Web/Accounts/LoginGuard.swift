import Crypto
package import Foundation
package import Records
import Serving
import Synchronization

/// Decides whether a password may be tried now.
///
/// There are three limits. Per network: 20 attempts at once and one every 6 seconds. Per account and network: after five failures in a row
/// the wait doubles from ten seconds to a quarter of an hour; this survives restarts. Per account, from anywhere: 20 attempts at once and
/// one every 30 seconds. The last limit doesn't apply to known browsers (`KnownBrowser`), each of which counts as a network of its own, nor
/// to an address with a session of the account. No limit depends on whether the account exists.
package final class LoginGuard: Sendable {
    private let networks = Mutex(TokenBuckets(capacity: 20, interval: .seconds(6)))
    private let accounts = Mutex(TokenBuckets(capacity: 20, interval: .seconds(30)))

    private static let freeFailures = 5
    private static let firstWait = Duration.seconds(10)
    private static let longestWait = Duration.seconds(900)

    /// Returns the time to wait; nil: the password may be tried now.
    package func wait(for account: Data, from network: String, failed: FailedLogins?, isKnown: Bool, at now: Timestamp) -> Duration? {
        if let wait = wait(from: network, at: now) { return wait }
        if let failed, case let wait = Self.wait(after: failed.failures) - (now - failed.last), wait > .zero { return wait }
        if isKnown { return nil }
        return accounts.withLock { $0.take(account.base64EncodedString(), at: now) }
    }

    /// The limit for other guessable secrets: the codes of links.
    package func wait(from network: String, at now: Timestamp) -> Duration? { networks.withLock { $0.take(network, at: now) } }

    package static func wait(after failures: Int) -> Duration {
        guard failures >= freeFailures else { return .zero }
        return min(longestWait, firstWait * (1 << min(failures - freeFailures, 10)))
    }

    /// The hash under which a typed name is stored.
    package static func account(_ name: String) -> Data { Data(SHA256.hash(data: Data(name.lowercased().utf8))) }
}
