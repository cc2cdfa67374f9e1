import Extraction

/// Things that a page describes for search engines (JSON-LD): products, events, jobs; never its trail of links or its owner.
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

    /// The things of each kind, in their order.
    func lists(in values: [JSONValue]) -> [[DataRow]] {
        var (kinds, order) = ([String: [DataRow]](), [String]())
        var tasks = Array(values.reversed())
        while let value = tasks.popLast() {
            guard steps.take() else { break }
            if value.kind == .array {
                tasks += value.elements.prefix(2000).reversed()
            } else if value.kind == .object {
                if let kind = Self.kind(of: value) {
                    if kinds[kind] == nil { order.append(kind) }
                    if kinds[kind, default: []].count >= bounds.rows {
                        steps.note(.rows)
                    } else {
                        kinds[kind, default: []].append(DataRow(value))
                    }
                } else {
                    tasks += value.members.prefix(200).map(\.value).reversed()
                }
            }
        }
        return order.compactMap { kinds[$0] }
    }

    private static func kind(of value: JSONValue) -> String? {
        guard let type = value["@type"] else { return nil }
        let names = type.kind == .array ? type.elements.map(\.text) : [type.text]
        return names.lazy.map { String($0.split(whereSeparator: { "/#:".contains($0) }).last ?? "") }.first { things.contains($0) }
    }
}
