import Crypto
package import Foundation

/// The key that signs this server's links for tickets and kiosks, which work without signing in.
///
/// HMAC-SHA256 (RFC 2104), cut to its first 80 bits (section 5), because each guess needs a request to us. Stored in the data folder,
/// readable only by its owner; with another key, all printed links stop working. `DataLock` ensures that only one server makes it.
package struct LinkKey: Sendable, CustomReflectable {
    /// The length of a signature in bytes.
    package static let signatureLength = 10
    private static let length = 32

    private let key: SymmetricKey

    /// A new key.
    package init() { key = SymmetricKey(size: .bits256) }

    /// A stored key of 32 bytes; nil for any other length.
    package init?(_ bytes: Data) {
        guard bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// `purpose` keeps links of one kind from being valid as another kind.
    package func signature(of message: [UInt8], for purpose: String) -> [UInt8] {
        var hash = HMAC<SHA256>(key: key)
        hash.update(data: Data("\(purpose)\u{0}".utf8))
        hash.update(data: message)
        return Array(hash.finalize().prefix(Self.signatureLength))
    }

    package func isSignature(_ signature: some Collection<UInt8>, of message: [UInt8], for purpose: String) -> Bool {
        let expected = self.signature(of: message, for: purpose)
        guard signature.count == expected.count else { return false }
        return zip(signature, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
