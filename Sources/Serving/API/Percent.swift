import Foundation
import HTTPTypes

/// Percent-encoding of addresses (RFC 3986, section 2.1) and of forms (the URL Standard's `application/x-www-form-urlencoded`).
package enum Percent {
    /// Keeps unreserved characters and encodes every other byte.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// The pairs of a query in order; a plus is decoded as a space. Throws `Refusal` if the query is malformed.
    package static func form(_ query: String) throws -> [(name: String, value: String)] {
        try query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (try decoded(parts[0]), parts.count > 1 ? try decoded(parts[1]) : "")
        }
    }

    /// The values of a query or a form by name. Nil if it is malformed or repeats a name, which no form of ours does.
    package static func fields(_ query: some StringProtocol) -> [String: String]? {
        guard let pairs = try? form(String(query)), Set(pairs.map(\.name)).count == pairs.count else { return nil }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
    }

    private static func decoded(_ text: Substring) throws -> String {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding, !decoded.utf8.contains(0) else {
            throw Refusal(.badRequest, text: "The query cannot be read: after a percent sign stand two hexadecimal digits, of UTF-8.")
        }
        return decoded
    }
}
