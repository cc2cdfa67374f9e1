package import Records

/// Somewhere with a name that people use for it: a town, a suburb. Where it is, is one point, about its middle.
package struct Place: Hashable, Sendable {
    /// As people write it: `Mount Lawley`.
    package var name: String
    package var position: Position
    /// ISO 3166-1, two capitals; nil: not known.
    package var country: String?
    /// Of the state or province, as people abbreviate it: `WA`.
    package var region: String?
    package var postcode: String?
    /// 0: not known.
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
