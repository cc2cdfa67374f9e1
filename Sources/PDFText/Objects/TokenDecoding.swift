/// Decodes the content of a literal string (ISO 32000-1, 7.3.4.2).
enum LiteralString {
    static func decode(_ source: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var index = 0
        while let byte = next(source, &index) { if byte >= 0 { result.append(UInt8(truncatingIfNeeded: byte)) } }
        return result
    }

    /// The next byte from `index`; -1 if the source has none (an escaped line break); nil at the end.
    @inline(__always)
    static func next(_ source: Span<UInt8>, _ index: inout Int) -> Int? {
        guard index < source.count else { return nil }
        let byte = source[index]
        index += 1
        if byte == 0x0D {
            skipLineFeed(source, &index)
            return 0x0A
        }
        return byte == 0x5C ? escape(source, &index) : Int(byte)
    }

    private static func escape(_ source: Span<UInt8>, _ index: inout Int) -> Int {
        guard index < source.count else { return -1 }
        let byte = source[index]
        index += 1
        switch byte {
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        case 0x62: return 0x08
        case 0x66: return 0x0C
        case 0x0A: return -1
        case 0x0D:
            skipLineFeed(source, &index)
            return -1
        case 0x30...0x37:
            var value = Int(byte) - 0x30
            var digits = 1
            while digits < 3, index < source.count, (0x30...0x37).contains(source[index]) {
                value = value * 8 + Int(source[index]) - 0x30
                index += 1
                digits += 1
            }
            return value & 0xFF
        default: return Int(byte)
        }
    }

    private static func skipLineFeed(_ source: Span<UInt8>, _ index: inout Int) {
        if index < source.count, source[index] == 0x0A { index += 1 }
    }
}

/// Decodes the content of a hexadecimal string (7.3.4.3). Characters other than digits are skipped; an odd last digit is followed by an
/// implicit 0.
enum HexadecimalString {
    static func decode(_ source: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count / 2 + 1)
        var high: UInt8?
        for index in source.indices {
            guard let digit = Bytes.hexadecimal(source[index]) else { continue }
            if let first = high {
                result.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        if let first = high { result.append(first << 4) }
        return result
    }
}

/// Decodes the characters after the slash of a name (7.3.5). Invalid UTF-8 becomes replacement characters.
enum NameToken {
    static func decode(_ source: Span<UInt8>) -> String {
        String(decoding: bytes(source), as: UTF8.self)
    }

    static func bytes(_ source: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == 0x23, index + 2 < source.count, let high = Bytes.hexadecimal(source[index + 1]),
                let low = Bytes.hexadecimal(source[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(source[index])
                index += 1
            }
        }
        return result
    }
}

/// Parses a run of regular characters as a number (7.3.3); nil if it isn't one. Tolerates several signs and points.
enum NumberToken {
    /// 10^0…10^18, written out: a literal needs no lazy initialization check.
    static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    static func decode(_ run: Span<UInt8>) -> Token? {
        guard let (mantissa, scale) = decimal(run) else { return nil }
        if scale == 0 { return .integer(mantissa) }
        return .real(Double(mantissa) / powers[scale])
    }

    /// The number is mantissa / 10^scale. Digits beyond the eighteenth are dropped after the point and saturate before it.
    static func decimal(_ run: Span<UInt8>) -> (mantissa: Int, scale: Int)? {
        var mantissa = 0
        var scale = 0
        var isNegative = false
        var afterPoint = false
        var digits = 0
        var isOver = false
        for index in run.indices {
            let byte = run[index]
            switch byte {
            case 0x30...0x39:
                digits += 1
                if mantissa < 100_000_000_000_000_000 {
                    mantissa = mantissa * 10 + Int(byte &- 0x30)
                    if afterPoint { scale += 1 }
                } else if !afterPoint {
                    isOver = true
                }
            case 0x2E:
                if afterPoint { return digits > 0 ? result(mantissa, scale, isNegative, isOver) : nil }
                afterPoint = true
            case 0x2D:
                // "12-34" becomes 12, as in other programs.
                if digits > 0 || afterPoint { return digits > 0 ? result(mantissa, scale, isNegative, isOver) : nil }
                isNegative = true
            case 0x2B:
                if digits > 0 || afterPoint { return nil }
            default: return nil
            }
        }
        return digits > 0 || afterPoint ? result(mantissa, scale, isNegative, isOver) : nil
    }

    private static func result(_ mantissa: Int, _ scale: Int, _ isNegative: Bool, _ isOver: Bool) -> (mantissa: Int, scale: Int) {
        let value = isOver ? 999_999_999_999_999_999 : mantissa
        return (isNegative ? -value : value, isOver ? 0 : min(scale, 18))
    }
}

extension NameToken {
    static func hasEscape(_ source: Span<UInt8>) -> Bool {
        for index in source.indices where source[index] == 0x23 { return true }
        return false
    }
}
