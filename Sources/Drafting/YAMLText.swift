/// Formats values of a board file as YAML.
enum YAMLText {
    /// Unquoted if it has no special meaning in YAML; otherwise quoted.
    static func scalar(_ text: String) -> String {
        if let first = text.utf8.first, isLetterOrDigit(first), text.utf8.allSatisfy({ isLetterOrDigit($0) || "_-./".utf8.contains($0) }) {
            return text
        }
        if text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && $0 != "\u{FEFF}" && !$0.isLineEnd }) {
            return "'\(text.replacing("'", with: "''"))'"
        }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || scalar == "\u{FEFF}" || scalar.isLineEnd:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a value may begin with an anchor, `&name`. Expanding anchors may give any size.
    static func hasAnchor(_ text: String) -> Bool {
        var (last, isAnchor) = (UInt8(ascii: " "), false)
        for byte in text.utf8 {
            if isAnchor, byte > 0x20 { return true }
            isAnchor = byte == UInt8(ascii: "&") && (last <= 0x20 || "[{,:-?".utf8.contains(last))
            last = byte
        }
        return false
    }

    static func list(_ texts: [String]) -> String { "[\(texts.map(scalar).joined(separator: ", "))]" }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool { value == 0x2028 || value == 0x2029 }
}
