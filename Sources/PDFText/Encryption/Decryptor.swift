/// Decrypts one stream, as the first filter of its chain (ISO 32000-1, 7.6.2; ISO 32000-2, 7.6.3).
final class Decryptor: Filter {
    private(set) var consumed = 0
    var isComplete: Bool { false }
    private(set) var damage: String?

    private enum State {
        case rc4(RC4)
        /// `iv` is for the next blocks; nil until the first 16 bytes have arrived.
        case aes(key: [UInt8], iv: [UInt8]?)
    }

    private var state: State
    /// Pending AES bytes: less than a block, or the last block, whose padding is removed at the end.
    private var waiting: [UInt8] = []

    init(_ cipher: StreamCipher, key: [UInt8]) {
        state = cipher == .rc4 ? .rc4(RC4(key: key)) : .aes(key: key, iv: nil)
    }

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        consumed += bytes.count
        guard damage == nil, bytes.count > 0 else { return }
        switch state {
        case .rc4(var cipher):
            let plain = cipher.apply(bytes)
            state = .rc4(cipher)
            try receive(plain.span)
        case .aes(let key, let known):
            bytes.withUnsafeBufferPointer { waiting.append(contentsOf: $0) }  // a single copy; the pointer is not stored
            var iv = known
            if iv == nil, waiting.count >= 16 {
                iv = Array(waiting[..<16])
                waiting.removeFirst(16)
            }
            guard let first = iv else { return }
            let blocks = waiting.isEmpty ? 0 : (waiting.count - 1) / 16 * 16
            if blocks == 0 {
                state = .aes(key: key, iv: first)
                return
            }
            let cipher = Array(waiting[..<blocks])
            waiting.removeFirst(blocks)
            state = .aes(key: key, iv: Array(cipher.suffix(16)))
            guard let plain = AESBlocks.decrypt(cipher, key: key, iv: first) else {
                damage = "AES data could not be decrypted"
                return
            }
            try receive(plain.span)
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        guard damage == nil, case .aes(let key, let iv) = state, let iv, waiting.count >= 16 else { return }
        guard var plain = AESBlocks.decrypt(Array(waiting[..<16]), key: key, iv: iv) else { return }
        waiting = []
        if let padding = plain.last, (1...16).contains(padding) { plain.removeLast(Int(padding)) }
        try receive(plain.span)
    }
}

/// The cipher for streams or strings.
enum StreamCipher {
    case none, rc4, aes128, aes256
}
