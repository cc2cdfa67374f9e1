/// Encodes text as CRLF lines of at most 76 printable ASCII characters: RFC 2045, section 6.7.
///
/// Every line ending (CRLF, LF, CR) becomes CRLF, so no bare CR or LF is sent; other control characters except tab are escaped.
enum QuotedPrintable {
    static let lineLimit = 76

    static func text(_ text: String) -> String {
        var result: [UInt8] = []
        var line: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == CR || byte == LF {
                if byte == CR, index < bytes.count, bytes[index] == LF { index += 1 }
                result += line + [CR, LF]
                line = []
                continue
            }
            let endsLine = index == bytes.count || bytes[index] == CR || bytes[index] == LF
            let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            // A trailing space could be mistaken for padding.
            let isPlain = isSpace ? !endsLine : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
            let piece = isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            // One column is reserved for the `=` of a soft line break, unless the line ends here.
            if line.count + piece.count > (endsLine ? lineLimit : lineLimit - 1) {
                result += line + [UInt8(ascii: "="), CR, LF]
                line = []
            }
            line += piece
        }
        return String(decoding: result + line + (line.isEmpty ? [] : [CR, LF]), as: UTF8.self)
    }

    private static let CR = UInt8(ascii: "\r")
    private static let LF = UInt8(ascii: "\n")
    private static let digits = Array("0123456789ABCDEF".utf8)
}
