/// A sentence for people, with its values separate: the key for the catalogue.
///
/// Written as an interpolated literal, in English. In the key, a text becomes `%@` and a count `%lld`, as in a String Catalog:
///
///     words("\(count) records since \(words.date(day))")  // key: "%lld records since %@"
///
/// A count selects the plural form and is formatted for the language; a text is inserted unchanged, so format dates and amounts first. The
/// literal is the English plural: `"\(count) rows"`; the singular is in the catalogue.
package struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    package enum Argument: Hashable, Sendable {
        case text(String)
        case count(Int)
    }

    /// The text with a specifier for each argument, in order. A literal percent sign is doubled.
    package let key: String
    package let arguments: [Argument]

    package init(stringLiteral literal: String) {
        key = Self.escaped(literal)
        arguments = []
    }

    /// Most literals have no percent sign, and a replacement without matches costs as much as the lookup.
    private static func escaped(_ literal: String) -> String {
        literal.utf8.contains(UInt8(ascii: "%")) ? literal.replacing("%", with: "%%") : literal
    }

    package init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        package init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity + interpolationCount * 4) }

        package mutating func appendLiteral(_ literal: String) { key += Phrase.escaped(literal) }

        package mutating func appendInterpolation(_ text: some StringProtocol) {
            key += "%@"
            arguments.append(.text(String(text)))
        }

        package mutating func appendInterpolation(_ count: Int) {
            key += "%lld"
            arguments.append(.count(count))
        }
    }
}
