import Foundation

/// Bytes as text without `+`, `/` and padding: RFC 4648, section 5, as browsers and JSON Web Tokens write it.
extension String {
    package init(base64URL bytes: some Collection<UInt8>) {
        self = String(Data(bytes).base64EncodedString().prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}

extension [UInt8] {
    /// Parses it with or without padding; nil for anything else.
    package init?(base64URL text: String) {
        let bare = String(text.reversed().drop { $0 == "=" }.reversed())
        guard bare.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else { return nil }
        let plain = bare.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: plain) else { return nil }
        self = Array(bytes)
    }
}

extension UInt8 {
    /// Whether it is a letter or digit of ASCII.
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
