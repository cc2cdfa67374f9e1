import Crypto
package import Fetching
import Foundation
import Records

/// A browser's push subscription: the validated result of `PushSubscription.toJSON()`.
///
/// `{"endpoint": "https://…", "keys": {"p256dh": "…", "auth": "…"}}`, the keys in base64url: a P-256 point in its 65-byte form and 16
/// bytes. The endpoint is secret because anyone who has it can send messages; no description shows it. Source: W3C Push API, section 8; RFC
/// 8291, section 2.
package struct PushSubscription: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// `WebPush` decides which endpoints may use plain `http`.
    package let endpoint: WebAddress
    /// The browser's public key.
    package let key: [UInt8]
    /// The secret shared by the browser and us, unknown to its push service.
    package let authentication: [UInt8]

    package init(endpoint: String, key: String, authentication: String) throws(AddressError) {
        guard endpoint.utf8.count <= Self.longestEndpoint else {
            throw AddressError("the endpoint is longer than \(Self.longestEndpoint) bytes")
        }
        do { self.endpoint = try WebAddress(endpoint) } catch { throw AddressError("the endpoint \(error.detail)") }
        guard let key = [UInt8](base64URL: key), (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil, key.count == 65 else {
            throw AddressError("the key 'p256dh' isn't a P-256 point in 65 bytes of base64url")
        }
        guard let authentication = [UInt8](base64URL: authentication), authentication.count == 16 else {
            throw AddressError("the key 'auth' is not 16 bytes of base64url")
        }
        self.key = key
        self.authentication = authentication
    }

    static let longestEndpoint = 2048

    /// The stored form, the same for the same subscription.
    package var stored: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// Names only the push service.
    package var description: String { "a subscription at \(endpoint.host)" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PushSubscription: Codable {
    private enum Names: String, CodingKey { case endpoint, keys }
    private enum KeyNames: String, CodingKey { case p256dh, auth }

    package init(from decoder: any Decoder) throws {
        let whole = try decoder.container(keyedBy: Names.self)
        let keys = try whole.nestedContainer(keyedBy: KeyNames.self, forKey: .keys)
        try self.init(
            endpoint: whole.decode(String.self, forKey: .endpoint), key: keys.decode(String.self, forKey: .p256dh),
            authentication: keys.decode(String.self, forKey: .auth))
    }

    package func encode(to encoder: any Encoder) throws {
        var whole = encoder.container(keyedBy: Names.self)
        try whole.encode(endpoint.description, forKey: .endpoint)
        var keys = whole.nestedContainer(keyedBy: KeyNames.self, forKey: .keys)
        try keys.encode(String(base64URL: key), forKey: .p256dh)
        try keys.encode(String(base64URL: authentication), forKey: .auth)
    }
}
