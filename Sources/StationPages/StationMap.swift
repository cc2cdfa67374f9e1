import Boards
import Localisation
import Places
import Records
import Serving

/// The map beside the list: the matching stations, including those whose rows aren't on the page.
struct StationMap {
    private let model: StationsModel
    private let words: Words
    private let pins: [StationPin]
    /// The first stations of the list: enough for a large state, and no more than a phone can draw.
    private static let pinLimit = 1_500

    init(_ model: StationsModel, _ words: Words) {
        self.model = model
        self.words = words
        let amounts = StationAmounts(model.plan, model.fuel, words)
        let onPage = Set(model.list.rows.map(\.code))
        pins = model.list.all.prefix(Self.pinLimit).compactMap { row -> StationPin? in
            guard let position = row.station.position else { return nil }
            return StationPin(
                code: row.code, name: row.station.name, position: position, suburb: row.station.suburb, amount: row.price,
                text: row.price.map(amounts.price) ?? "", tone: row.tone?.rawValue ?? "",
                address: onPage.contains(row.code) ? "#station-\(row.code)" : Self.page(row.code, model))
        }
    }

    /// The content of `<section data-stations-map>`; empty if no station has a position. `street` requires a page that allows it.
    func html(_ street: StationMapStreet? = nil) -> HTML {
        StationMapView(pins: pins, here: model.place.here, water: model.plan.water, street: street, words: words).html ?? ""
    }

    /// The data for the script that draws the map, one line each with tab-separated parts: the pins in the list's order, place names, and
    /// shores (positions separated by spaces). `data-page` is the address of a station's page.
    var data: HTML {
        let lines = pins.map { pin in
            [pin.code, pin.position.description, pin.tone, pin.amount.map { Value.number($0).text } ?? "", pin.text, pin.name.oneLine]
                .joined(separator: "\t")
        }
        let places = StationMapView.places(of: pins).map { "\($0.position.description)\t\($0.name.oneLine)" }
        let water = model.plan.water.map { $0.map(\.description).joined(separator: " ") }
        return """
            <div hidden data-water="\(water.joined(separator: "\n"))" data-pins="\(lines.joined(separator: "\n"))" \
            data-places="\(places.joined(separator: "\n"))" \
            data-page="\(BasePath.address(Self.page("--code--", model)))"></div>
            """
    }

    private static func page(_ code: String, _ model: StationsModel) -> String {
        StationPaths(model.board.name).station(code, fuel: model.query.fuel)
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
