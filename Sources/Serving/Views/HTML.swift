/// Markup that is safe to send: what is written in our source stands as it is, and everything put into it is escaped.
///
/// Text that came from outside can only get in through an interpolation of `String`, which escapes it for element content
/// and for quoted attribute values alike; markup itself can only be written as a literal, because a literal here is a
/// `StaticString`. There is no other door. Attribute values must stand in quotes in the literal.
/// Addresses in attributes are written from the app's root, `href="/boards"`, and lead there wherever that is (`BasePath`).
/// A literal inside an interpolation is a `String`, and so escaped, unless it says `as HTML`.
///
///     let row: HTML = "<td title=\"\(note)\">\(status)</td>"
///     let body: HTML = "<tr>\(cells)</tr>"  // cells: [HTML]
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The finished markup.
    package private(set) var text: String

    package init(stringLiteral literal: StaticString) { text = BasePath.applied(to: literal.description) }
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package var isEmpty: Bool { text.isEmpty }
    package var description: String { text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += BasePath.applied(to: literal.description) }
        package mutating func appendInterpolation(_ html: HTML) { text += html.text }
        package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
        package mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }
        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
        // Each type by itself: what is generic isn't specialised for other modules, and takes several times as long there.
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }
        package mutating func appendInterpolation(_ substring: Substring) { appendInterpolation(String(substring)) }
        package mutating func appendInterpolation(_ string: String) {
            text += BasePath.prefix(of: string[...], after: text) ?? ""
            Self.append(escaped: string, to: &text)
        }

        private static func append(escaped string: String, to text: inout String) {
            guard string.utf8.contains(where: isEscaped) else {
                text += string
                return
            }
            for scalar in string.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                // Not allowed in a document at all (HTML, section 13.2.3.5), so shown for what it is.
                case "\u{0}"..."\u{8}", "\u{B}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
                    text += "\u{FFFD}"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Whether a text with this byte of UTF-8 has to be looked at: the characters below,
        /// and the first bytes of what few others there are.
        private static func isEscaped(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x7F, 0xC2, 0xEF: true
            default: byte < 0x20 && byte != 0x09 && byte != 0x0A
            }
        }
    }
}

extension [HTML] {
    package func joined(by separator: HTML) -> HTML {
        guard let first else { return "" }
        return dropFirst().reduce(first) { "\($0)\(separator)\($1)" }
    }
}
