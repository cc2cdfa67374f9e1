/// FNV-1a over bytes, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): detects changes; not for security.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(_ text: String) { add(text) }

    package init(_ bytes: [UInt8]) { for byte in bytes { add(byte) } }

    package mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// In base 36.
    package var description: String { String(value, radix: 36) }
}
