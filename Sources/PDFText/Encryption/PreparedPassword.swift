/// A password prepared by SASLprep (RFC 4013), as R5 and R6 hash it (ISO 32000-2, 7.6.4.3.3).
///
/// The standard library has no compatibility normalisation, and Foundation's would be too large for this, so only characters that people
/// type are mapped: invisible characters, spaces of other widths, full-width forms, ligatures, Roman numerals and superscripts. Keyboards
/// produce accented letters composed. Many programs don't prepare passwords, so the unprepared password is tried too.
enum PreparedPassword {
    /// The forms in which the password may have been hashed, each at most 127 bytes of UTF-8.
    static func candidates(_ password: String) -> [[UInt8]] {
        let plain = Array(password.utf8.prefix(127))
        let prepared = Array(prepared(password).utf8.prefix(127))
        return prepared == plain ? [plain] : [prepared, plain]
    }

    static func prepared(_ password: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in password.unicodeScalars {
            switch scalar.value {
            case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: break  // table B.1
            case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: result.append(" ")  // table C.1.2
            case 0xFF01...0xFF5E: if let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { result.append(narrow) }
            default: if let text = compatible[scalar] { result += text.unicodeScalars } else { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Compatibility decompositions, composed again (Unicode Annex 15).
    private static let compatible: [Unicode.Scalar: String] = {
        var result: [Unicode.Scalar: String] = [
            "\u{AA}": "a", "\u{BA}": "o", "\u{B2}": "2", "\u{B3}": "3", "\u{B9}": "1", "\u{B5}": "\u{3BC}", "\u{BC}": "1\u{2044}4",
            "\u{BD}": "1\u{2044}2", "\u{BE}": "3\u{2044}4", "\u{17F}": "s", "\u{2026}": "...", "\u{2122}": "TM", "\u{2126}": "\u{3A9}",
            "\u{212A}": "K", "\u{212B}": "\u{C5}", "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi",
            "\u{FB04}": "ffl", "\u{FB05}": "st", "\u{FB06}": "st",
        ]
        let numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "L", "C", "D", "M"]
        for (index, text) in numerals.enumerated() {
            if let scalar = Unicode.Scalar(UInt32(0x2160 + index)) { result[scalar] = text }
            if let scalar = Unicode.Scalar(UInt32(0x2170 + index)) { result[scalar] = text.lowercased() }
        }
        return result
    }()
}
