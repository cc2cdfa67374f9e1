import JSONReading

/// Finds the things that a page describes for search engines (JSON-LD), such as products, events and jobs, except breadcrumbs and the
/// site's owner.
struct LinkedData {
    let bounds: DiscoveryBounds
    let steps: Steps

    private static let things: Set<String> = [
        "Product", "Offer", "Event", "JobPosting", "Recipe", "Article", "NewsArticle", "BlogPosting", "Dataset", "Book", "Movie", "Course",
        "Vehicle", "Car",
        "Apartment", "House", "RealEstateListing", "MusicEvent", "TheaterEvent", "SportsEvent", "BusinessEvent", "Hotel", "Restaurant",
        "LocalBusiness",
        "SoftwareApplication", "VideoObject", "ProductGroup",
    ]

    /// One list for each kind of thing, in order.
    func lists(in values: [JSONValue]) -> [DataList] {
        var (kinds, order) = ([String: Things](), [String]())
        var tasks = values.reversed().map { (value: $0, place: JSONPlace.root) }
        while let (value, place) = tasks.popLast() {
            guard steps.take() else { break }
            if value.kind == .array {
                tasks += value.elements.prefix(2000).enumerated().map { ($0.element, place.element($0.offset)) }.reversed()
            } else if value.kind == .object {
                if let kind = Self.kind(of: value) {
                    if kinds[kind] == nil { order.append(kind) }
                    if kinds[kind, default: Things()].take(value, place, limit: bounds.rows) { steps.note(.rows) }
                } else {
                    tasks += value.members.prefix(200).map { ($0.value, place.member($0.name)) }.reversed()
                }
            }
        }
        return order.compactMap { kind in kinds[kind]?.list(of: kind) }
    }

    /// Things of one kind.
    private struct Things {
        private var rows: [DataRow] = []
        private var count = 0
        private var places: Set<JSONPlace> = []
        /// The kind in the scripts' own terms; nil for a script with several kinds.
        private var types: Set<String?> = []

        /// Adds a value. Returns whether there are more than the limit.
        mutating func take(_ value: JSONValue, _ place: JSONPlace, limit: Int) -> Bool {
            count += 1
            guard rows.count < limit else { return true }
            rows.append(DataRow(value))
            places.insert(place.open)
            types.insert(value["@type"].flatMap { $0.kind == .string ? $0.text : nil })
            return false
        }

        /// The list of a kind. Its readings select rows by kind anywhere, by kind at their location, and by location alone.
        func list(of kind: String) -> DataList {
            var paths: [String] = []
            if types.count == 1, let type = types.first.flatMap({ $0 }) {
                paths.append("$..\(JSONPlace.filter("@type", is: type))")
                if places.count == 1, let path = places.first?.where("@type", is: type) { paths.append(path) }
            }
            if places.count == 1, let place = places.first { paths.append(place.whole) }
            let scripts = "//script[contains(@type, 'ld+json')]"
            var readings = paths.map { Reading.script(where: scripts, variable: nil, rows: $0) }
            // If the value is the whole script, its kind distinguishes the script from others.
            if let last = paths.last {
                readings.append(.script(where: "\(scripts)[contains(., '\(kind)\"')]", variable: nil, rows: last))
            }
            return DataList(rows: rows, count: count, readings: readings)
        }
    }

    private static func kind(of value: JSONValue) -> String? {
        guard let type = value["@type"] else { return nil }
        let names = type.kind == .array ? type.elements.map(\.text) : [type.text]
        return names.lazy.map { String($0.split(whereSeparator: { "/#:".contains($0) }).last ?? "") }.first { things.contains($0) }
    }
}
