/// Decodes a text string (ISO 32000-1, 7.9.2.2; ISO 32000-2 for UTF-8), without control characters and with LF line ends.
enum TextString {
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) { return cleaned(String(decoding: units(bytes.dropFirst(2), high: 0), as: UTF16.self)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return cleaned(String(decoding: units(bytes.dropFirst(2), high: 1), as: UTF16.self)) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return cleaned(String(decoding: bytes.dropFirst(3), as: UTF8.self)) }
        var result = String.UnicodeScalarView()
        for byte in bytes {
            let value: UInt32 =
                switch byte {
                case 0x18...0x1F: accents[Int(byte) - 0x18]
                case 0x80...0x9E: marks[Int(byte) - 0x80]
                case 0xA0: 0x20AC
                default: UInt32(byte)
                }
            if let scalar = Unicode.Scalar(value) { result.append(scalar) }
        }
        return cleaned(String(result))
    }

    private static func units(_ bytes: ArraySlice<UInt8>, high: Int) -> [UInt16] {
        var result: [UInt16] = []
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            result.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]))
            index += 2
        }
        return result
    }

    private static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            // A line may end with CR, LF or both.
            if scalar.value >= 0x20 || scalar == "\t" || (scalar == "\n" && last != "\r") { result.append(scalar) }
            if scalar == "\r" { result.append("\n") }
            last = scalar
        }
        return String(result)
    }

    /// PDFDocEncoding (annex D.2) where it differs from Latin-1.
    private static let accents: [UInt32] = [0x2D8, 0x2C7, 0x2C6, 0x2D9, 0x2DD, 0x2DB, 0x2DA, 0x2DC]
    private static let marks: [UInt32] = [
        0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x192, 0x2044, 0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C, 0x201D, 0x2018,
        0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x141, 0x152, 0x160, 0x178, 0x17D, 0x131, 0x142, 0x153, 0x161, 0x17E,
    ]
}
