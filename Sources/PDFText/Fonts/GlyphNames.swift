/// Names of glyphs → characters, by the rules of the Adobe Glyph List specification: listed names, `uniXXXX`, `uXXXXX`,
/// components joined by `_`, suffixes from the first `.` dropped.
enum GlyphNames {
    /// The characters of a glyph name; nil if it is unknown. `dingbats`: names like `a12` are ZapfDingbats'.
    static func scalars(of name: String, dingbats: Bool = false) -> [Unicode.Scalar]? {
        if dingbats, let packed = GlyphNames.dingbats[name], let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: packed)) {
            return [scalar]
        }
        var result: [Unicode.Scalar] = []
        let base = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        if base.isEmpty || base.count > 200 { return nil }
        for component in base.split(separator: UInt8(ascii: "_")) {
            guard let scalars = scalars(ofComponent: String(decoding: component, as: UTF8.self)) else { return nil }
            result += scalars
        }
        return result.isEmpty ? nil : result
    }

    private static func scalars(ofComponent name: String) -> [Unicode.Scalar]? {
        if name.unicodeScalars.count == 1, let letter = name.unicodeScalars.first, letter.isASCII, letter.properties.isAlphabetic {
            return [letter]
        }
        if let packed = known[name] {
            return [packed & 0x1F_FFFF, packed >> 21 & 0x1F_FFFF, packed >> 42].filter { $0 != 0 }.compactMap {
                Unicode.Scalar(UInt32(truncatingIfNeeded: $0))
            }
        }
        if name.hasPrefix("uni"), name.utf8.count >= 7, (name.utf8.count - 3) % 4 == 0 {
            let digits = Array(name.utf8.dropFirst(3))
            let units = stride(from: 0, to: digits.count, by: 4).map { hexadecimal(digits[$0..<$0 + 4]) }
            let scalars = units.compactMap { $0.flatMap { Unicode.Scalar($0) } }
            return scalars.count == units.count ? scalars : nil
        }
        if name.hasPrefix("u"), (5...7).contains(name.utf8.count), let value = hexadecimal(Array(name.utf8.dropFirst())[...]) {
            return Unicode.Scalar(value).map { [$0] }
        }
        return nil
    }

    /// The code in generated glyph names: one or two letters and a decimal number, as in `a65`, `g65`, `C0065`, `cid65`. Returns nil for
    /// other names.
    static func number(in name: String) -> Int? {
        let digits = name.utf8.drop { $0 &- 0x30 > 9 }
        guard !digits.isEmpty, digits.count <= 5, name.utf8.count - digits.count <= 3, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
            return nil
        }
        return digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = Bytes.hexadecimal(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Up to three scalars per name, 21 bits each.
    private static let known: [String: UInt64] = read(GlyphList.text)
    private static let dingbats: [String: UInt64] = read(SpecialEncodings.dingbatNames)

    private static func read(_ text: String) -> [String: UInt64] {
        var result: [String: UInt64] = [:]
        result.reserveCapacity(text.utf8.count / 14)
        var name: String?
        for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
            guard let current = name else {
                name = String(word)
                continue
            }
            name = nil
            var packed: UInt64 = 0
            var shift: UInt64 = 0
            for scalar in word.split(separator: 0x2B).prefix(3) {
                packed |= UInt64(hexadecimal(Array(scalar)[...]) ?? 0) << shift
                shift += 21
            }
            result[current] = packed
        }
        result["space"] = 0x20
        return result
    }
}

/// Presentation forms of ligatures → their letters.
enum Ligatures {
    static func expanded(_ scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0xFB00: Array("ff".utf8)
        case 0xFB01: Array("fi".utf8)
        case 0xFB02: Array("fl".utf8)
        case 0xFB03: Array("ffi".utf8)
        case 0xFB04: Array("ffl".utf8)
        case 0xFB05, 0xFB06: Array("st".utf8)
        default: nil
        }
    }
}
