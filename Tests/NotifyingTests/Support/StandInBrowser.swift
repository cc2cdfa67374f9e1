import Crypto
import Foundation
import Notifying
import Records

/// A browser for Web Push: a subscription with its private key, which decrypts messages.
///
/// Written from the receiver's side of RFC 8188 and RFC 8291, sharing no code with the sender.
struct StandInBrowser {
    let key: P256.KeyAgreement.PrivateKey
    let authentication: [UInt8]

    init(key: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(), authentication: [UInt8] = (0..<16).map { UInt8($0) }) {
        self.key = key
        self.authentication = authentication
    }

    func subscription(at endpoint: String) throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint, key: String(base64URL: key.publicKey.x963Representation), authentication: String(base64URL: authentication))
    }

    struct Unreadable: Error { let why: String }

    /// The text, without its padding.
    func open(_ body: [UInt8]) throws -> [UInt8] {
        guard body.count > 86 + 17, body.count <= 4096 else { throw Unreadable(why: "\(body.count) bytes") }
        let salt = body[..<16]
        let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard body[20] == 65 else { throw Unreadable(why: "the key has \(body[20]) bytes") }
        let sender = try P256.KeyAgreement.PublicKey(x963Representation: body[21..<86])
        let record = body[86...]
        guard record.count <= recordSize else { throw Unreadable(why: "more than one record") }

        func hmac(_ key: some Sequence<UInt8>, _ message: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: Array(key))))
        }
        let secret = try key.sharedSecretFromKeyAgreement(with: sender).withUnsafeBytes { Array($0) }
        let info = Array("WebPush: info".utf8) + [0] + key.publicKey.x963Representation + sender.x963Representation + [1]
        let inputKey = hmac(hmac(authentication, secret), info)
        let extracted = hmac(salt, inputKey)
        let contentKey = hmac(extracted, Array("Content-Encoding: aes128gcm".utf8) + [0, 1]).prefix(16)
        let nonce = hmac(extracted, Array("Content-Encoding: nonce".utf8) + [0, 1]).prefix(12)
        let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: Array(nonce)), ciphertext: record.dropLast(16), tag: record.suffix(16))
        let padded = try AES.GCM.open(box, using: SymmetricKey(data: Array(contentKey)))
        guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 2 else {
            throw Unreadable(why: "no delimiter of a last record")
        }
        return Array(padded[..<end])
    }
}
