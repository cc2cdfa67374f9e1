import BoardPages
import Following
package import Records
import Serving

/// The parsed query of a station page: `?fuel=diesel&near=-31.95,115.86&order=worth`. Invalid parts are ignored, except position and place,
/// for which the page shows an error.
package struct StationsQuery: Hashable, Sendable {
    var fuel: String?
    /// The person's position, to a thousandth of a degree: about a hundred metres. It is only in the query.
    var near: Position?
    var hasUnreadablePosition = false
    /// A suburb, a postcode, or the name of a saved place; empty: no place, even if one is saved.
    var place: String?
    /// The suburb to query the source for; empty: no suburb or region, even if one is set.
    var suburb: String?
    var region: String?
    var order: StationSettings.Order?
    var brand: String?
    /// In kilometres; 0: any distance.
    var radius: Int?
    var onlyFavourites = false
    var search = ""
    var from = 0
    /// The number of rows wanted by a script that shows more than one page. Never part of an address.
    var rows: Int?

    init() {}

    init(_ query: [String: String]) {
        func text(_ name: String) -> String? { query[name].flatMap(StationSettings.text) }
        fuel = text("fuel")
        if let near = query["near"]?.trimmingWhitespace(), !near.isEmpty {
            self.near = Position(near)?.rounded
            hasUnreadablePosition = self.near == nil
        }
        place = query["place"].map { StationSettings.text($0) ?? "" }
        if let postcode = text("postcode") { place = postcode }
        suburb = query["suburb"].map { StationSettings.text($0) ?? "" }
        region = query["region"].map { StationSettings.text($0) ?? "" }
        order = query["order"].flatMap { StationSettings.Order(rawValue: $0) }
        brand = text("brand")
        radius = query["radius"].flatMap { Int($0) }.flatMap { StationSettings.Limits.radius.contains($0) ? $0 : nil }
        onlyFavourites = query["favourites"] == "yes"
        search = String((query["q"] ?? "").trimmingWhitespace().prefix(200))
        from = query["from"].flatMap { Int($0) }.map { min(max(0, $0), StationList.limit) } ?? 0
        rows = query["rows"].flatMap { Int($0) }.map { min(max(1, $0), StationList.largestPage) }
    }

    /// Name and value of each part, in a fixed order.
    var parts: [(name: String, value: String)] {
        let parts: [(String, String?)] = [
            ("fuel", fuel), ("near", near?.description), ("place", place), ("suburb", suburb), ("region", region),
            ("order", order?.rawValue),
            ("brand", brand), ("radius", radius.map(String.init)), ("favourites", onlyFavourites ? "yes" : nil),
            ("q", search.isEmpty ? nil : search), ("from", from == 0 ? nil : String(from)),
        ]
        return parts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The address of the page with this query.
    func address(of board: String) -> String {
        let page = BoardPaths(board).page
        guard !parts.isEmpty else { return page }
        // A comma and a minus may stay unencoded (RFC 3986, section 3.4).
        let query = parts.map { "\($0.name)=\($0.name == "near" ? $0.value : Percent.encoded($0.value))" }
        return "\(page)?\(query.joined(separator: "&"))"
    }

    /// A changed query, starting from its first row.
    func with(_ change: (inout Self) -> Void) -> Self {
        var query = self
        query.from = 0
        change(&query)
        return query
    }
}

extension Position {
    /// To a thousandth of a degree.
    package var rounded: Position? {
        Position(latitude: (latitude * 1000).rounded() / 1000, longitude: (longitude * 1000).rounded() / 1000)
    }
}

extension AlertPaths {
    /// The form for a new alert, prefilled from a page of the board.
    package static func new(on board: String, asking query: StationsQuery) -> String {
        let parts = query.parts.filter { ["fuel", "near", "place", "suburb", "region", "radius", "favourites"].contains($0.name) }
            .map { "\($0.name)=\(Percent.encoded($0.value))" }
        return parts.isEmpty ? new(on: board) : "\(new(on: board))?\(parts.joined(separator: "&"))"
    }
}
