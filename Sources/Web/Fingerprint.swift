/// FNV-1a over bytes, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): to tell versions apart, not to protect anything.
struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// In base 36.
    var description: String { String(value, radix: 36) }
}
