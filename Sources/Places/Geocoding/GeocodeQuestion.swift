import Foundation
package import Records

/// Where is that? An address, and what is known of the answer beforehand.
///
/// What is sent is made of `key`'s parts alone, so two questions with one key are one request, and the second need not be sent. A person's
/// own position is among them in whole degrees only: enough to prefer what is near, and nothing to find them by.
package struct GeocodeQuestion: Hashable, Sendable {
    /// As it is sent: one blank between words, no blank before a comma.
    package let address: String
    /// ISO 3166-1, two lower-case letters each, in order; empty: anywhere.
    package let countries: [String]
    /// In whole degrees: what lies around here is preferred.
    package let preferred: Position?
    /// The answer has to lie within so many metres of here.
    package let area: Area?
    /// What is more metres across is no answer: a whole region.
    package let widest: Double

    package struct Area: Hashable, Sendable {
        package let centre: Position
        package let metres: Double

        package init(around centre: Position, metres: Double) {
            self.centre = centre
            self.metres = metres
        }
    }

    private static let lengths = 3...200
    /// How far from where somebody is an address may lie that they typed.
    private static let reach = 300_000.0

    /// An address that somebody typed, preferably near them. nil if it cannot be one.
    package init?(_ text: String, near: Position? = nil, countries: [String] = []) {
        self.init(text, countries, preferred: near?.wholeDegrees, area: near.map { Area(around: $0, metres: Self.reach) }, widest: 100_000)
    }

    /// The address of a building, as a source publishes it; where its suburb is known, it has to lie there. nil if it cannot be one.
    package init?(building text: String, in area: Area? = nil, countries: [String] = []) {
        self.init(text, countries, preferred: nil, area: area, widest: 10_000)
    }

    private init?(_ text: String, _ countries: [String], preferred: Position?, area: Area?, widest: Double) {
        let words = text.limited(to: 2 * Self.lengths.upperBound).split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        address = words.replacing(" ,", with: ",")
        guard Self.lengths.contains(address.count), address.contains(where: { $0.isLetter || $0.isNumber }),
            !address.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.countries = countries.sorted()
        self.preferred = preferred
        self.area = area
        self.widest = widest
    }

    /// Equal where the same would be sent, whatever the case, blanks and commas of the address.
    package var key: String {
        "\(Self.folded(address))|\(countries.joined(separator: ","))|\(preferred.map { "\($0)" } ?? "")"
    }

    /// An address as it is compared: accents and marks count, which tell addresses apart in many languages.
    package static func folded(_ address: String) -> String {
        address.precomposedStringWithCanonicalMapping.lowercased()
            .split { $0.isWhitespace || $0.isNewline || $0 == "," || $0 == ";" || $0 == "|" }.joined(separator: " ")
    }
}

extension Position {
    /// nil at 0, 0, where nobody is.
    fileprivate var wholeDegrees: Position? { Position(latitude: latitude.rounded(), longitude: longitude.rounded()) }
}
