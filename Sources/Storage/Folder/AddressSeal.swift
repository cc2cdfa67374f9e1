import Crypto
import Foundation
import Records

/// Encrypts people's contact addresses, and servers' replies about them, before they are stored. The key is a file beside the database.
///
/// AES-256-GCM with a fresh nonce for each text. The purpose is authenticated, so a sealed text is valid for no other purpose. Stored as
/// `sealed:<id of the key>:<nonce, text and tag in base64>`. Equal addresses are found by `mark`, an HMAC-SHA256. A copy of the folder
/// includes the key, and so does a backup (Decision 29).
struct AddressSeal: Sendable, CustomReflectable {
    enum Purpose: String {
        case channel, confirmation, failure, listener, mailbox, settings
    }

    static let prefix = "sealed:"
    static let fileName = "channels.key"
    private static let length = 32

    /// Identifies the key without revealing it: eight hexadecimal digits.
    let id: String
    private let sealing: SymmetricKey
    private let marking: SymmetricKey

    /// The key of a folder; a missing one is made. If two processes make it at once, one wins and both read the same key.
    init(in folder: URL) throws {
        let file = folder.appendingPathComponent(Self.fileName)
        let key = try DataFolder.key(in: file) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
        guard key.count == Self.length else {
            throw StorageError(
                .folder, doing: "reading \(file.path)", detail: "this isn't the key of people's channels; restore it from a backup")
        }
        self.init(key)
    }

    init(_ bytes: Data) {
        func derived(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: bytes), info: Data("tidings \(purpose)".utf8), outputByteCount: Self.length)
        }
        id = String(hexadecimal: derived("key id").withUnsafeBytes { Array($0.prefix(4)) })
        sealing = derived("sealed addresses")
        marking = derived("marks of addresses")
    }

    func seal(_ text: String, for purpose: Purpose) throws -> String {
        let box = try AES.GCM.seal(Data(text.utf8), using: sealing, authenticating: Data(purpose.rawValue.utf8))
        // Every box with a nonce of the standard length has this form.
        guard let bytes = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return "\(Self.prefix)\(id):\(bytes.base64EncodedString())"
    }

    /// nil if the text was sealed with another key or for another purpose, or was altered.
    func open(_ sealed: String, for purpose: Purpose) -> String? {
        let parts = sealed.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == id, let bytes = Data(base64Encoded: String(parts[2])),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let text = try? AES.GCM.open(box, using: sealing, authenticating: Data(purpose.rawValue.utf8))
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same mark for the same text; it can't be computed without the key. 64 hexadecimal digits.
    func mark(_ text: String, for purpose: Purpose) -> String {
        var hash = HMAC<SHA256>(key: marking)
        hash.update(data: Data("\(purpose.rawValue)\u{0}\(text)".utf8))
        return String(hexadecimal: hash.finalize())
    }

    var customMirror: Mirror { Mirror(self, children: [:]) }
}
