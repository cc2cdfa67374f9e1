/// A sentence to be said to a person, with its values apart from it: what the catalogue is asked for.
///
/// Written as an interpolated literal, in English. A text stands for `%@` in the key, a count for `%lld`, as in a String Catalog:
///
///     words("\(count) records since \(words.date(day))")  // key: "%lld records since %@"
///
/// A count chooses the plural form and is written as the language writes numbers; a text goes in as it is, so dates and amounts are
/// formatted before. The literal is English of more than one: `"\(count) records"`; the form for one is in the catalogue.
package struct Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
    package enum Argument: Hashable, Sendable {
        case text(String)
        case count(Int)
    }

    /// The text with a specifier for each argument, in the order of the arguments. A percent sign of the text itself is doubled.
    package let key: String
    package let arguments: [Argument]

    package init(stringLiteral literal: String) {
        key = Self.escaped(literal)
        arguments = []
    }

    /// Hardly a literal has a percent sign, and to replace none costs as much as to look the sentence up.
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
