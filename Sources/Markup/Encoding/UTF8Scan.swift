/// Validates UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Scan {
    /// The offset of the first byte from `start` on that doesn't start a complete, valid character; the count if there is none.
    static func validPrefix(of bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBytes { raw in
            var at = start
            let count = raw.count
            while at < count {
                // Eight bytes of ASCII at a time. `at + 8 <= count` keeps the load inside.
                while at + 8 <= count, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 { at += 8 }
                guard at < count else { break }
                if raw[at] < 0x80 {
                    at += 1
                    continue
                }
                guard case .character(let length) = sequence(in: raw, at: at) else { return at }
                at += length
            }
            return at
        }
    }

    enum Sequence {
        case character(length: Int)
        /// Valid so far, but truncated.
        case incomplete
        /// Invalid; the length is that of the maximal subpart, at least one.
        case invalid(length: Int)
    }

    /// The sequence at an offset whose byte isn't ASCII.
    @inline(__always)
    static func sequence(in bytes: UnsafeRawBufferPointer, at: Int) -> Sequence {
        let first = bytes[at]
        let length: Int
        var range: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, range) = (3, 0xA0...0xBF)
        case 0xED: (length, range) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, range) = (4, 0x90...0xBF)
        case 0xF4: (length, range) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return .invalid(length: 1)
        }
        for index in 1..<length {
            guard at + index < bytes.count else { return .incomplete }
            guard range.contains(bytes[at + index]) else { return .invalid(length: index) }
            range = 0x80...0xBF
        }
        return .character(length: length)
    }
}
