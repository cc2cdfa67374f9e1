/// What bytes are UTF-8: well-formed sequences of the Unicode Standard, table 3-7.
package enum UTF8Text {
    /// The end of the complete characters that begin at `start`, and whether the rest is the beginning of another.
    package static func validPrefix(_ bytes: [UInt8], from start: Int) -> (valid: Int, isCut: Bool) {
        bytes.withUnsafeBufferPointer { validPrefix($0, from: start) }
    }

    /// Why a document with this byte, at `offset` (base 0), isn't UTF-8.
    package static func refusal(of byte: UInt8, at offset: Int) -> String {
        let byte = String(byte, radix: 16, uppercase: true)
        return "byte \(offset + 1) (0x\(byte)) is not UTF-8; if the source writes another encoding, name it: encoding: latin1"
    }

    /// Every index is below `count`: words of eight bytes are read only if eight are left, the rest one by one.
    private static func validPrefix(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (valid: Int, isCut: Bool) {
        let raw = UnsafeRawBufferPointer(bytes)
        var at = start
        while at < bytes.count {
            while at + 8 <= bytes.count, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 { at += 8 }
            guard at < bytes.count else { break }
            let first = bytes[at]
            if first < 0x80 {
                at += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch first {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return (at, false)
            }
            for place in 1..<length {
                guard at + place < bytes.count else { return (at, true) }
                guard (place == 1 ? second : 0x80...0xBF).contains(bytes[at + place]) else { return (at, false) }
            }
            at += length
        }
        return (at, false)
    }
}
