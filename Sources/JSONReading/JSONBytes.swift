import Records

/// The bytes of a whole text in UTF-8, or in UTF-16 with a byte order mark.
enum JSONBytes {
    /// The text in valid UTF-8 without a byte order mark, up to the error. Lone surrogates become U+FFFD, as in the web's decoders.
    static func text(of bytes: [UInt8]) -> (text: [UInt8], failure: JSONError?) {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes) { UInt16($1) << 8 | UInt16($0) } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let (valid, isCut) = UTF8Text.validPrefix(bytes, from: start)
        if valid == bytes.count { return (start == 0 ? bytes : Array(bytes[start...]), nil) }
        let failure = isCut ? inside : JSONError(.damaged, UTF8Text.refusal(of: bytes[valid], at: valid))
        return (Array(bytes[start..<valid]), failure)
    }

    private static let inside = JSONError(.truncated, "the document ends inside a character")

    /// - Parameter unit: The code unit of two bytes in their order.
    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> (text: [UInt8], failure: JSONError?) {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        let isHalf = units.last.map { UTF16.isLeadSurrogate($0) } ?? false
        let text = String(decoding: isHalf ? units.dropLast() : units[...], as: UTF16.self)
        return (Array(text.utf8), isHalf || bytes.count % 2 > 0 ? inside : nil)
    }
}
