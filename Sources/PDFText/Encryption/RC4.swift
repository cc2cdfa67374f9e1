/// The stream cipher RC4, which swift-crypto rightly lacks: documents before PDF 2.0 still use it (ISO 32000-1, 7.6.2).
struct RC4 {
    private var state = [UInt8](0...255)
    private var i: UInt8 = 0
    private var j: UInt8 = 0

    /// A key of at least one byte.
    init(key: [UInt8]) {
        guard !key.isEmpty else { return }
        var mixed: UInt8 = 0
        for index in 0..<256 {
            mixed = mixed &+ state[index] &+ key[index % key.count]
            state.swapAt(index, Int(mixed))
        }
    }

    /// Encrypts or decrypts the next bytes, which is the same operation.
    mutating func apply(_ bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for index in bytes.indices {
            i = i &+ 1
            j = j &+ state[Int(i)]
            state.swapAt(Int(i), Int(j))
            result.append(bytes[index] ^ state[Int(state[Int(i)] &+ state[Int(j)])])
        }
        return result
    }

    static func apply(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var cipher = RC4(key: key)
        return cipher.apply(bytes.span)
    }
}
