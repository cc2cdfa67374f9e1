import Fetching
import Records

/// Validates an access token for an account or application, which is sent in a header: printable ASCII without spaces.
enum AccessToken {
    static func isOne(_ text: String, longest: Int = 256) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension WebAddress {
    /// The address of a resource below this one. Segments are percent-encoded, and a query is dropped.
    func below(_ segments: String...) throws(FetchError) -> WebAddress {
        let path = target.prefix { $0 != "?" }
        let folder = path.hasSuffix("/") ? path.dropLast() : path
        return try WebAddress(segments.reduce("\(origin)\(folder)") { "\($0)/\(Self.escaped(segment: $1))" })
    }

    /// RFC 3986, section 2.3: unreserved characters stay.
    private static func escaped(segment: String) -> String {
        segment.utf8.reduce(into: "") { text, byte in
            let isKept = byte.isLetterOrDigit || "-._~".utf8.contains(byte)
            text += isKept ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
