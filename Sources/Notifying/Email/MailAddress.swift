import Fetching
import Records

/// A validated mail address that can be used in commands and headers unchanged.
///
/// `local@domain`: the local part is a dot-atom, possibly beyond ASCII (RFC 5321, section 4.1.2; RFC 6531), without quoted strings; the
/// domain is a name in ASCII form, not an address literal. It therefore never contains a space, bracket, line break or comma. At most 64
/// and 255 bytes.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    package let local: String
    /// In lower case and ASCII.
    package let domain: String

    package init(_ text: String) throws(AddressError) {
        guard text.utf8.count <= 320, let at = text.lastIndex(of: "@") else {
            throw AddressError("a mail address looks like name@example.org")
        }
        let local = text[..<at]
        guard (1...64).contains(local.utf8.count), local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isAtom)
        else {
            throw AddressError("'\(Self.shown(local))' can't stand before the @ of a mail address")
        }
        let name = text[text.index(after: at)...]
        guard !name.contains(where: { ":/?#@[]%".contains($0) }), let address = try? WebAddress("https://\(name)/"),
            case .name(let domain) = address.host, domain.utf8.count <= 255
        else { throw AddressError("'\(Self.shown(name))' isn't the domain of a mail address") }
        self.local = String(local)
        self.domain = domain
    }

    package var description: String { "\(local)@\(domain)" }

    /// Whether it requires servers with SMTPUTF8.
    var isInternational: Bool { !local.utf8.allSatisfy { $0 < 0x80 } }

    /// RFC 5322, section 3.2.3, and all characters beyond ASCII except controls and spaces.
    private static func isAtom(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                if scalar.isASCII { return UInt8(scalar.value).isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar) }
                let properties = scalar.properties
                return !properties.isWhitespace && !properties.isNoncharacterCodePoint && !properties.isDefaultIgnorableCodePoint
                    && ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(properties.generalCategory)
            }
    }

    private static func shown(_ text: Substring) -> String {
        String(String.UnicodeScalarView(text.prefix(80).unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}

extension MailAddress: Codable {
    package init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer().decode(String.self)) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
