import Foundation
package import Records

/// A geocoding query: an address, with constraints on the answer.
///
/// The request contains only the parts of `key`, so queries with equal keys share one request. A person's position is rounded to whole
/// degrees: precise enough to prefer nearby results, but not to locate the person.
package struct GeocodeQuestion: Hashable, Sendable {
    /// As sent: single spaces between words, none before commas.
    package let address: String
    /// ISO 3166-1, two lower-case letters each, in order; empty for any country.
    package let countries: [String]
    /// In whole degrees: results near here are preferred.
    package let preferred: Position?
    /// The area that must contain the answer.
    package let area: Area?
    /// A result wider than this, in metres, is rejected: a whole region.
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
    /// The maximum distance, in metres, of a typed address from the person's position.
    private static let reach = 300_000.0

    /// A typed address, preferably near the person. Returns nil if it can't be an address.
    package init?(_ text: String, near: Position? = nil, countries: [String] = []) {
        self.init(text, countries, preferred: near?.wholeDegrees, area: near.map { Area(around: $0, metres: Self.reach) }, widest: 100_000)
    }

    /// A building's address as published by a source; if its suburb is known, the answer must be there. Returns nil if it can't be an
    /// address.
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

    /// Equal for queries that send the same request, ignoring case, spaces and commas of the address.
    package var key: String {
        "\(Self.folded(address))|\(countries.joined(separator: ","))|\(preferred.map { "\($0)" } ?? "")"
    }

    /// An address for comparison. Accents are kept, because they distinguish addresses in many languages.
    package static func folded(_ address: String) -> String {
        address.precomposedStringWithCanonicalMapping.lowercased()
            .split { $0.isWhitespace || $0.isNewline || $0 == "," || $0 == ";" || $0 == "|" }.joined(separator: " ")
    }
}

extension Position {
    /// nil at 0, 0, which means an unknown position.
    fileprivate var wholeDegrees: Position? { Position(latitude: latitude.rounded(), longitude: longitude.rounded()) }
}
