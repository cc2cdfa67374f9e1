package import Records

/// A file of places: its name and required attribution.
package struct PlaceSource: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Each place has its own position, so nearest-place queries work.
        case places
        /// One entry per postcode, often many at one point: suitable for finding a postcode's place, but misleading for nearest-place
        /// queries.
        case postcodes
    }

    /// The file's name without extension: `cities500`. Importing a file with the same name replaces it.
    package var name: String
    /// `Contains data from GeoNames, CC BY 4.0`; empty if no attribution is required.
    package var attribution: String
    package var kind: Kind
    /// nil for the bundled source.
    package var imported: Timestamp?

    package init(name: String, attribution: String = "", kind: Kind = .places, imported: Timestamp? = nil) {
        self.name = name
        self.attribution = attribution
        self.kind = kind
        self.imported = imported
    }
}

/// A source with its places.
package struct PlaceList: Sendable {
    package var source: PlaceSource
    package var places: [Place]

    package init(_ source: PlaceSource, _ places: [Place]) {
        self.source = source
        self.places = places
    }
}
