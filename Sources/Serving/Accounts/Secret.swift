import Crypto
package import Foundation
import Records

/// 256 random bits that authorise: a session's cookie, an API token, the code of a link.
///
/// The text is base64url (RFC 4648, section 5) without padding, 43 characters. Only its SHA-256 hash is stored: with this many bits, no
/// slow hash is needed.
package struct Secret: Hashable, Sendable {
    private let secret: SecretText
    /// For its owner's cookie or address.
    package var text: String { secret.text(for: .itsOwner) }

    package init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        secret = SecretText(String(base64URL: bytes))
    }

    /// nil if the text can't be a secret, which saves a lookup.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        secret = SecretText(String(text))
    }

    package var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }

    /// A code that pages may show, because it doesn't reveal the secret, and only the secret's holder can compute it (HMAC, RFC 2104).
    package func code(for purpose: String) -> String {
        String(base64URL: Data(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: SymmetricKey(data: Data(text.utf8)))))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// The token that a program sends as `Authorization: Bearer tid_…`.
package enum APIKey {
    package static let prefix = "tid_"

    package static func text(_ secret: Secret) -> String { prefix + secret.text }

    package static func secret(_ text: some StringProtocol) -> Secret? {
        guard text.hasPrefix(prefix) else { return nil }
        return Secret(text.dropFirst(prefix.count))
    }
}

extension String {
    /// Compares in constant time.
    package func isSame(as other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
