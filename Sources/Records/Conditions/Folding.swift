import Foundation

extension String {
    /// UTF-8 in which "Łódź", "LODZ" and "łódz" are equal: compatibility decomposition (UAX 15), lower case, without the combining marks of
    /// Latin, Greek and Cyrillic and the vowel points of Hebrew and Arabic. Letters that Unicode doesn't decompose (ø, ł, đ, ß, æ …) become
    /// their base letters. Marks of other scripts form other letters and stay.
    package var folded: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        var folded: [UInt8] = []
        for scalar in decomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.value {
            case 0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF:
                continue
            case 0xF8: folded.append(UInt8(ascii: "o"))
            case 0x142: folded.append(UInt8(ascii: "l"))
            case 0x111, 0xF0: folded.append(UInt8(ascii: "d"))
            case 0x127: folded.append(UInt8(ascii: "h"))
            case 0x131: folded.append(UInt8(ascii: "i"))
            case 0xDF: folded += "ss".utf8
            case 0xE6: folded += "ae".utf8
            case 0x153: folded += "oe".utf8
            case 0xFE: folded += "th".utf8
            // Final sigma.
            case 0x3C2: folded += "σ".utf8
            default: folded += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return folded
    }
}

extension [UInt8] {
    /// Whether it contains `needle`, which is not empty.
    func holds(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return false }
        for start in 0...(count - needle.count) where self[start] == first {
            var length = 1
            while length < needle.count, self[start + length] == needle[length] { length += 1 }
            if length == needle.count { return true }
        }
        return false
    }
}
