package import Records

/// A named place such as a town or suburb. Its position is a single point near its centre.
package struct Place: Hashable, Sendable {
    /// The usual spelling: `Mount Lawley`.
    package var name: String
    package var position: Position
    /// ISO 3166-1, two capitals; nil if unknown.
    package var country: String?
    /// The abbreviation of the state or province: `WA`.
    package var region: String?
    package var postcode: String?
    /// 0 if unknown.
    package var population: Int

    package init(
        _ name: String, at position: Position, country: String? = nil, region: String? = nil, postcode: String? = nil, population: Int = 0
    ) {
        self.name = name
        self.position = position
        self.country = country
        self.region = region
        self.postcode = postcode
        self.population = population
    }
}
