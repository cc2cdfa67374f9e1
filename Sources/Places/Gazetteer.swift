package import Records

/// An immutable index of places: the nearest ones, by name, by postcode. Suitable for some hundred thousand places.
///
/// Places are stored as columns of plain values, so they can be loaded directly from a file (`Gazetteer+File`). They are numbered from 0 in
/// input order. At equal distance the lower number comes first; with equal names, the larger population.
package struct Gazetteer: Sendable {
    /// The maximum number of places, and of bytes of all names.
    package static let limit = 4_000_000

    package let sources: [PlaceSource]
    /// Properties shared by many places.
    struct Group: Hashable, Sendable {
        var source: Int
        var country: String?
        var region: String?
    }
    let groups: [Group]
    /// By place number, like the following columns.
    let groupNumbers: [UInt16]
    let positions: [Position]
    let names: TextColumn
    /// Empty if there is none.
    let postcodes: TextColumn
    let populations: [UInt32]
    /// Places whose source has exact positions.
    let index: PlaceIndex
    /// Normalized names in order, equal ones by population, with the number of each place.
    let foldedNames: TextColumn
    let byName: [Int32]
    /// Normalized postcodes in order, with the number of each place.
    let foldedPostcodes: TextColumn
    let byPostcode: [Int32]

    package static let empty = Gazetteer(sources: [], builder: GazetteerBuilder())

    /// Throws `PlacesError` if there are too many.
    package init(_ lists: [PlaceList]) throws(PlacesError) {
        var builder = GazetteerBuilder()
        for (number, list) in lists.enumerated() {
            for place in list.places { try builder.add(place, source: number, list.source.kind) }
        }
        self.init(sources: lists.map(\.source), builder: builder)
    }

    private init(sources: [PlaceSource], builder: GazetteerBuilder) {
        let (foldedNames, byName) = builder.sortedNames()
        let (foldedPostcodes, byPostcode) = builder.sortedPostcodes()
        self.init(
            sources: sources, groups: builder.groups, groupNumbers: builder.groupNumbers, positions: builder.positions,
            names: builder.names, postcodes: builder.postcodes, populations: builder.populations, index: builder.index(),
            foldedNames: foldedNames, byName: byName, foldedPostcodes: foldedPostcodes, byPostcode: byPostcode)
    }

    init(
        sources: [PlaceSource], groups: [Group], groupNumbers: [UInt16], positions: [Position], names: TextColumn, postcodes: TextColumn,
        populations: [UInt32], index: PlaceIndex, foldedNames: TextColumn, byName: [Int32], foldedPostcodes: TextColumn, byPostcode: [Int32]
    ) {
        self.sources = sources
        self.groups = groups
        self.groupNumbers = groupNumbers
        self.positions = positions
        self.names = names
        self.postcodes = postcodes
        self.populations = populations
        self.index = index
        self.foldedNames = foldedNames
        self.byName = byName
        self.foldedPostcodes = foldedPostcodes
        self.byPostcode = byPostcode
    }

    package var count: Int { positions.count }

    package subscript(number: Int) -> Place {
        let group = groups[Int(groupNumbers[number])]
        let postcode = postcodes[number]
        return Place(
            names[number], at: positions[number], country: group.country, region: group.region,
            postcode: postcode.isEmpty ? nil : postcode, population: Int(populations[number]))
    }

    /// The number of places per source, in order.
    package var counts: [Int] {
        let byGroup = groupNumbers.reduce(into: Array(repeating: 0, count: groups.count)) { $0[Int($1)] += 1 }
        return sources.indices.map { source in zip(groups, byGroup).reduce(0) { $0 + ($1.0.source == source ? $1.1 : 0) } }
    }

    /// The places of one source, as given.
    package func list(_ source: Int) -> PlaceList {
        PlaceList(sources[source], groupNumbers.indices.filter { groups[Int(groupNumbers[$0])].source == source }.map { self[$0] })
    }

    // MARK: Looking up

    /// The nearest places in order, with straight-line distances. Postcode sources are excluded.
    package func nearest(to position: Position, count: Int) -> [(place: Place, metres: Double)] {
        index.nearest(to: position, count: count).map { (self[$0.number], position.metres(to: positions[$0.number])) }
    }

    /// How a query may differ from a place's name.
    package enum NameMatch: CaseIterable, Sendable {
        /// Equal after normalization.
        case exact
        /// One word in plural instead of singular, or vice versa.
        case plural
        /// The closest match within the distance of a typo.
        case slip
    }

    /// Places with that name, largest population first, using the strictest kind of match with results.
    package func places(named name: String, limit: Int = 20) -> [Place] {
        NameMatch.allCases.lazy.map { places(named: name, as: $0, limit: limit) }.first { !$0.isEmpty } ?? []
    }

    package func places(named name: String, as match: NameMatch, limit: Int = 20) -> [Place] {
        let folded = PlaceName.folded(name)
        let found =
            switch match {
            case .exact: numbers(foldedNames, byName, folded, limit)
            case .plural: PlaceName.variants(of: folded).flatMap { numbers(foldedNames, byName, $0, limit) }
            case .slip: similar(to: folded)
            }
        return found.prefix(limit).map { self[$0] }
    }

    /// Places with that postcode, in input order. If a two-part code has no match, those of its first part, because some countries publish
    /// only that (`SW1A 1AA` → `SW1A`).
    package func places(postcode: String, limit: Int = 100) -> [Place] {
        let whole = numbers(foldedPostcodes, byPostcode, PlaceName.foldedPostcode(postcode), limit)
        if !whole.isEmpty { return whole.map { self[$0] } }
        let parts = postcode.split(separator: " ")
        guard parts.count == 2, let first = parts.first else { return [] }
        return numbers(foldedPostcodes, byPostcode, PlaceName.foldedPostcode(first), limit).map { self[$0] }
    }

    /// The places with exactly this key.
    private func numbers(_ keys: TextColumn, _ places: [Int32], _ key: String, _ limit: Int) -> [Int] {
        guard !key.isEmpty else { return [] }
        var found: [Int] = []
        var at = keys.lowerBound(key)
        while at < keys.count, found.count < limit, keys.withBytes(of: at, { $0.elementsEqual(key.utf8) }) {
            found.append(Int(places[at]))
            at += 1
        }
        return found
    }

    /// Scans all names: some milliseconds for a hundred thousand.
    private func similar(to folded: String) -> [Int] {
        var measure = NameDistance(to: folded)
        guard measure.tolerance > 0 else { return [] }
        var found: [(distance: Int, number: Int)] = []
        for at in 0..<foldedNames.count {
            guard let distance = foldedNames.withBytes(of: at, { measure.distance(to: $0) }) else { continue }
            found.append((distance, Int(byName[at])))
        }
        let least = found.map(\.distance).min()
        return found.filter { $0.distance == least }.map(\.number)
            .sorted { (populations[$0], $1) > (populations[$1], $0) }
    }
}
