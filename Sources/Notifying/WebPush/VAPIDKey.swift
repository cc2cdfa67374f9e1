import Crypto
import Foundation
import Records

/// The key pair that identifies this server to push services: RFC 8292 (VAPID).
///
/// Generated once. Subscriptions are bound to its public key, so with another key every browser has to subscribe again. Stored as a PEM
/// file that only its owner can read.
package struct VAPIDKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey

    /// Generates a new key.
    package init() { key = P256.Signing.PrivateKey() }

    package init(pem: String) throws { key = try P256.Signing.PrivateKey(pemRepresentation: pem) }

    package var pem: String { key.pemRepresentation }

    /// 65 bytes in base64url: `applicationServerKey` in the browser.
    package var publicText: String { String(base64URL: key.publicKey.x963Representation) }

    /// The value of `Authorization` for a push service. `subject` is a `mailto:` or `https:` address of the operator.
    func authorization(audience: String, subject: String?, expires: Timestamp) throws -> String {
        "vapid t=\(try token(audience: audience, subject: subject, expires: expires)), k=\(publicText)"
    }

    /// A JSON Web Token signed with ES256: RFC 8292, section 2.
    func token(audience: String, subject: String?, expires: Timestamp) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = try encoder.encode(["typ": "JWT", "alg": "ES256"])
        let claims = try encoder.encode(Claims(aud: audience, exp: expires.milliseconds / 1000, sub: subject))
        let signed = String(base64URL: header) + "." + String(base64URL: claims)
        return signed + "." + String(base64URL: try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String?
    }

    /// Shows only the public half.
    package var description: String { "the VAPID key \(publicText)" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
