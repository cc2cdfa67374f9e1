import Records

/// Builds the columns of a `Gazetteer` from individual places.
struct GazetteerBuilder {
    private(set) var groups: [Gazetteer.Group] = []
    private(set) var groupNumbers: [UInt16] = []
    private(set) var positions: [Position] = []
    private(set) var names = TextColumn()
    private(set) var postcodes = TextColumn()
    private(set) var populations: [UInt32] = []
    private var byGroup: [Gazetteer.Group: UInt16] = [:]
    /// The numbers of places in the spatial index.
    private var located: [Int32] = []

    mutating func add(_ place: Place, source: Int, _ kind: PlaceSource.Kind) throws(PlacesError) {
        guard positions.count < Gazetteer.limit else { throw PlacesError(.limit, "there are more than \(Gazetteer.limit) places") }
        let group = Gazetteer.Group(source: source, country: place.country, region: place.region)
        if byGroup[group] == nil {
            guard let number = UInt16(exactly: groups.count) else { throw PlacesError(.limit, "there are more than 65,536 regions") }
            byGroup[group] = number
            groups.append(group)
        }
        if kind == .places { located.append(Int32(positions.count)) }
        groupNumbers.append(byGroup[group] ?? 0)
        positions.append(place.position)
        names.append(Self.cut(place.name))
        postcodes.append(Self.cut(place.postcode ?? ""))
        populations.append(UInt32(clamping: place.population))
    }

    func index() -> PlaceIndex {
        let index = PlaceIndex(located.map { positions[Int($0)] })
        return PlaceIndex(points: index.points, numbers: index.numbers.map { located[Int($0)] }, divisions: index.divisions)
    }

    func sortedNames() -> (TextColumn, [Int32]) {
        let keys = (0..<names.count).map { PlaceName.folded(names[$0]) }
        return sorted(keys) { (populations[$0], $1) > (populations[$1], $0) }
    }

    func sortedPostcodes() -> (TextColumn, [Int32]) {
        sorted((0..<postcodes.count).map { PlaceName.foldedPostcode(postcodes[$0]) }) { $0 < $1 }
    }

    /// Sorted by key bytes; empty keys are dropped.
    private func sorted(_ keys: [String], _ isBefore: (Int, Int) -> Bool) -> (TextColumn, [Int32]) {
        let order = keys.indices.filter { !keys[$0].isEmpty }.sorted { left, right in
            keys[left].utf8.elementsEqual(keys[right].utf8)
                ? isBefore(left, right) : keys[left].utf8.lexicographicallyPrecedes(keys[right].utf8)
        }
        var column = TextColumn()
        for number in order { column.append(keys[number]) }
        return (column, order.map(Int32.init))
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= PlaceName.limit ? text : String(decoding: text.utf8.prefix(PlaceName.limit), as: UTF8.self)
    }
}
