import Crypto
package import Foundation
package import Records
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

    /// The part of an address that one household or server has for itself: all of IPv4, the first 64 bits of IPv6.
    package static func network(_ address: String) -> String {
        var bytes = in6_addr()
        guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
    }

    /// The same as people write it: `198.51.100.7`, `2001:db8::/64`.
    static func writtenNetwork(_ address: String) -> String {
        var bytes = in6_addr()
        guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        withUnsafeMutableBytes(of: &bytes) { $0[8...].copyBytes(from: repeatElement(0, count: 8)) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return address }
        return "\(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))/64"
    }
}
