/// Encodes a stream's bytes in the simplest form: the same bytes on every machine, independent of the installed zlib.
enum Packing {
    /// Deflate (RFC 1951) with its fixed codes and no matches, in zlib's wrapper (RFC 1950).
    static func flate(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var bits = 0
        var held = 0
        func put(_ value: Int, _ count: Int) {
            bits |= value << held
            held += count
            while held >= 8 {
                result.append(UInt8(bits & 0xFF))
                bits >>= 8
                held -= 8
            }
        }
        /// Codes start with their highest bit, numbers with their lowest.
        func putCode(_ code: Int, _ count: Int) {
            for place in (0..<count).reversed() { put(code >> place & 1, 1) }
        }
        put(0b011, 3)  // the last block, of fixed codes
        for byte in bytes { if byte < 144 { putCode(0x30 + Int(byte), 8) } else { putCode(0x190 + Int(byte) - 144, 9) } }
        putCode(0, 7)
        if held > 0 { put(0, 8 - held) }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
    }

    static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { Array((String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)).utf8) } + [0x3E]
    }

    static func base85(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let part = Array(bytes[start..<min(start + 4, bytes.count)])
            var value = (part + [0, 0, 0]).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if part.count == 4, value == 0 {
                result.append(0x7A)
                continue
            }
            var digits = [UInt8](repeating: 0, count: 5)
            for place in digits.indices.reversed() {
                digits[place] = 0x21 + UInt8(value % 85)
                value /= 85
            }
            result += digits.prefix(part.count + 1)
            if start % 60 == 56 { result.append(0x0A) }
        }
        return result + Array("~>".utf8)
    }

    /// Literal stretches, each followed by a run of spaces.
    static func runs(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 100) {
            let part = bytes[start..<min(start + 100, bytes.count)]
            result += [UInt8(part.count - 1)] + part
        }
        return result + [254, 0x20, 128]
    }

    /// LZW with a growing table (7.4.4.2). `early`: codes get longer this many entries before they must.
    static func lzw(_ bytes: [UInt8], early: Int = 1) -> [UInt8] {
        var result: [UInt8] = []
        var (bits, held, length) = (0, 0, 9)
        func put(_ code: Int) {
            bits = bits << length | code
            held += length
            while held >= 8 {
                result.append(UInt8(truncatingIfNeeded: bits >> (held - 8)))
                held -= 8
            }
            bits &= 0xFF
        }
        var table: [[UInt8]: Int] = [:]
        for byte in 0..<256 { table[[UInt8(byte)]] = byte }
        var next = 258
        put(256)
        var word: [UInt8] = []
        for byte in bytes {
            if table[word + [byte]] != nil {
                word.append(byte)
                continue
            }
            put(table[word] ?? 0)
            table[word + [byte]] = next
            next += 1
            if next + early > 1 << length { length += 1 }
            word = [byte]
        }
        if !word.isEmpty {
            put(table[word] ?? 0)
            // The reader also adds an entry for this code.
            if next + 1 + early > 1 << length { length += 1 }
        }
        put(257)
        if held > 0 {
            length = 8 - held
            put(0)
        }
        return result
    }

    /// Rows of four bytes, each with another of PNG's five filters (7.4.4.4).
    static func png(_ bytes: [UInt8]) -> [UInt8] {
        let plain = bytes + [UInt8](repeating: 0x20, count: (4 - bytes.count % 4) % 4)
        var result: [UInt8] = []
        for (row, start) in stride(from: 0, to: plain.count, by: 4).enumerated() {
            result.append(UInt8(row % 5))
            for column in 0..<4 {
                let left = column > 0 ? Int(plain[start + column - 1]) : 0
                let above = row > 0 ? Int(plain[start + column - 4]) : 0
                let corner = row > 0 && column > 0 ? Int(plain[start + column - 5]) : 0
                let estimate = left + above - corner
                let paeth = [left, above, corner].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
                let predicted = [0, left, above, (left + above) / 2, paeth][row % 5]
                result.append(plain[start + column] &- UInt8(truncatingIfNeeded: predicted))
            }
        }
        return result
    }

    /// Rows of eight bytes as differences from the byte two positions before: two components (TIFF 6.0, section 14).
    static func tiff(_ bytes: [UInt8]) -> [UInt8] {
        let plain = bytes + [UInt8](repeating: 0x20, count: (8 - bytes.count % 8) % 8)
        return plain.indices.map { $0 % 8 < 2 ? plain[$0] : plain[$0] &- plain[$0 - 2] }
    }
}
