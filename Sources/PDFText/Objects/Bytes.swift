/// Classes of bytes (ISO 32000-1, 7.2.2).
enum Bytes {
    static let regular: UInt8 = 0
    static let whiteSpace: UInt8 = 1
    static let delimiter: UInt8 = 2

    /// The class of each byte. Copy it to a local constant before a loop: each access to a global costs a check.
    static let classes: [UInt8] = {
        var table = [UInt8](repeating: regular, count: 256)
        for byte in [0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20] { table[byte] = whiteSpace }
        for byte in "()<>[]{}/%".utf8 { table[Int(byte)] = delimiter }
        return table
    }()

    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0x00
    }

    /// 0…15, or nil if the byte isn't a hexadecimal digit.
    @inline(__always)
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes at `index` start with `text`.
    func holds(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= count else { return false }
        // A StaticString has no safe view of its bytes; both counts were checked above.
        for offset in 0..<length where self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
