package import Records

/// A file of places: what it is called, and whom its terms ask to name.
package struct PlaceSource: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Each place where it is: what is nearest can be told.
        case places
        /// A place for each postcode, often many at one point: good for finding a postcode's place, and misleading as the nearest one.
        case postcodes
    }

    /// The file's name without its ending: `cities500`. Importing one of the same name replaces it.
    package var name: String
    /// `Contains data from GeoNames, CC BY 4.0`; empty: nobody is to be named.
    package var attribution: String
    package var kind: Kind
    /// nil: it came along.
    package var imported: Timestamp?

    package init(name: String, attribution: String = "", kind: Kind = .places, imported: Timestamp? = nil) {
        self.name = name
        self.attribution = attribution
        self.kind = kind
        self.imported = imported
    }
}

/// A source with what is in it.
package struct PlaceList: Sendable {
    package var source: PlaceSource
    package var places: [Place]

    package init(_ source: PlaceSource, _ places: [Place]) {
        self.source = source
        self.places = places
    }
}
