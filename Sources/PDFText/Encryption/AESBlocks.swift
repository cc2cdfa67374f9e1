internal import Crypto
internal import CryptoExtras

/// Whole AES blocks in CBC mode, without padding, by swift-crypto. Returns nil if the length of key, IV or data is invalid.
enum AESBlocks {
    static func decrypt(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        guard let vector = try? AES._CBC.IV(ivBytes: iv) else { return nil }
        return (try? AES._CBC.decrypt(bytes, using: SymmetricKey(data: key), iv: vector, noPadding: true)).map { [UInt8]($0) }
    }

    static func encrypt(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        guard let vector = try? AES._CBC.IV(ivBytes: iv) else { return nil }
        return (try? AES._CBC.encrypt(bytes, using: SymmetricKey(data: key), iv: vector, noPadding: true)).map { [UInt8]($0) }
    }
}

/// The digests of the standard security handler.
enum Digests {
    static func md5(_ bytes: [UInt8]) -> [UInt8] { [UInt8](Insecure.MD5.hash(data: bytes)) }
    static func sha256(_ bytes: [UInt8]) -> [UInt8] { [UInt8](SHA256.hash(data: bytes)) }
    static func sha384(_ bytes: [UInt8]) -> [UInt8] { [UInt8](SHA384.hash(data: bytes)) }
    static func sha512(_ bytes: [UInt8]) -> [UInt8] { [UInt8](SHA512.hash(data: bytes)) }
}
