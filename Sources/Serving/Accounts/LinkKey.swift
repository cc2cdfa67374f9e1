import Crypto
package import Foundation
import Storage

/// The key with which this server signs links that stand for something by themselves: a ticket's, a kiosk's.
///
/// HMAC-SHA256 (RFC 2104), cut to its first 80 bits (section 5): whoever guesses has to ask us each time. Kept in the folder of data, for its
/// owner alone; with another key all links on paper lead nowhere. `DataLock` sees to it that one server makes it.
package struct LinkKey: Sendable, CustomReflectable {
    /// Bytes of a signature.
    package static let signatureLength = 10
    private static let length = 32

    private let key: SymmetricKey

    /// A new one.
    package init() { key = SymmetricKey(size: .bits256) }

    /// The key in a file, which is made if it is not there yet.
    package static func stored(in file: URL) throws -> LinkKey {
        let bytes = try DataFolder.key(in: file) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
        guard bytes.count == length else { throw WebServerError(detail: "\(file.path) is no key; move it away to have a new one made") }
        return LinkKey(bytes)
    }

    private init(_ bytes: Data) { key = SymmetricKey(data: bytes) }

    /// `purpose` keeps the links of one kind from being good for another.
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
