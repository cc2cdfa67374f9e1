package import Crypto
import Foundation

/// Encrypts a push message for one browser, so that its push service can't read it: plain text → the body of the POST.
///
/// RFC 8291 on RFC 8188 (`aes128gcm`), in one record: a header of 86 bytes (salt 16, record size 4, key length 1, our public key 65), the
/// text with its delimiter and padding, and 16 bytes of authentication. Key pair and salt are used only for this message. Services need not
/// accept more than 4,096 bytes (RFC 8030, section 7.2), which leaves 3,993 of text.
package struct PushEncryption {
    /// The maximum bytes of text per message.
    package static let longestText = 3993
    static let recordSize = 4096
    static let headerLength = 86
    /// The text's length is hidden by padding to multiples of this.
    static let paddingStep = 256

    /// The intermediate values, named as in appendix A of RFC 8291.
    struct Keys {
        let sharedSecret: [UInt8]
        let keyInfo: [UInt8]
        let inputKey: SymmetricKey
        let contentKey: SymmetricKey
        let nonce: [UInt8]
    }

    let subscription: PushSubscription
    let sender: P256.KeyAgreement.PrivateKey
    let salt: [UInt8]

    /// Generates a new key pair and salt.
    package init(for subscription: PushSubscription) {
        var chance = SystemRandomNumberGenerator()
        self.init(
            for: subscription, sender: P256.KeyAgreement.PrivateKey(), salt: (0..<16).map { _ in .random(in: 0...255, using: &chance) })
    }

    /// For test vectors only: key pair and salt must not be reused.
    package init(for subscription: PushSubscription, sender: P256.KeyAgreement.PrivateKey, salt: [UInt8]) {
        self.subscription = subscription
        self.sender = sender
        self.salt = salt
    }

    /// RFC 8291, section 3.4.
    func keys() throws -> Keys {
        let receiver = try P256.KeyAgreement.PublicKey(x963Representation: subscription.key)
        let secret = try sender.sharedSecretFromKeyAgreement(with: receiver)
        let keyInfo = Array("WebPush: info\0".utf8) + subscription.key + sender.publicKey.x963Representation
        let inputKey = secret.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.authentication, sharedInfo: keyInfo, outputByteCount: 32)
        func derived(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: inputKey, salt: salt, info: Array("Content-Encoding: \(name)\0".utf8), outputByteCount: count)
        }
        return Keys(
            sharedSecret: secret.withUnsafeBytes { Array($0) }, keyInfo: keyInfo, inputKey: inputKey, contentKey: derived("aes128gcm", 16),
            nonce: derived("nonce", 12).withUnsafeBytes { Array($0) })
    }

    /// The encrypted body. `padding` zeros follow the text; nil pads to the next step, within the limit.
    package func body(of text: [UInt8], padding: Int? = nil) throws -> [UInt8] {
        guard text.count + (padding ?? 0) <= Self.longestText else {
            throw AddressError("the message has \(text.count) bytes; \(Self.longestText) can be pushed")
        }
        let zeros = padding ?? (min(text.count.roundedUp(to: Self.paddingStep), Self.longestText) - text.count)
        let keys = try keys()
        // The delimiter 2 marks the last record: RFC 8188, section 2.
        let record = text + [2] + [UInt8](repeating: 0, count: zeros)
        let sealed = try AES.GCM.seal(record, using: keys.contentKey, nonce: AES.GCM.Nonce(data: keys.nonce))
        return header + sealed.ciphertext + sealed.tag
    }

    /// RFC 8188, section 2.1, with our public key as the key id.
    private var header: [UInt8] {
        let key = sender.publicKey.x963Representation
        return salt + withUnsafeBytes(of: UInt32(Self.recordSize).bigEndian) { Array($0) } + [UInt8(key.count)] + key
    }
}

extension Int {
    /// Rounds up to a multiple, never 0.
    fileprivate func roundedUp(to step: Int) -> Int { Swift.max(1, (self + step - 1) / step) * step }
}
