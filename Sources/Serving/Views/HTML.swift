/// Markup that is safe to send: literals in our source are markup, and every interpolated text is escaped.
///
/// External text can only enter through an interpolation of `String`, which escapes it for element content and for quoted attribute
/// values; markup can only be written as a literal, because a literal here is a `StaticString`. There is no other way to make it.
/// Attribute values must be quoted in the literal. Addresses in attributes are written from the app's root, `href="/boards"`, and get
/// the base path (`BasePath`). A literal inside an interpolation is a `String`, and so escaped, unless it is cast with `as HTML`.
///
///     let row: HTML = #"<td title="\#(note)">\#(status)</td>"#
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
        // Not generic: generic code isn't specialised for other modules, and takes several times as long there.
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
                // Not allowed in a document (HTML, section 13.2.3.5), so shown as escapes.
                case "\u{0}"..."\u{8}", "\u{B}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
                    text += "\u{FFFD}"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Whether a text with this UTF-8 byte may need escaping: the ASCII characters below, and the lead bytes of the few others.
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
