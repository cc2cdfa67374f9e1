import Boards
import Records

/// The map beside the list.
enum StationMap {
    /// What stands in `<section data-stations-map>`; nothing where no station says where it is. With `street` on a page that allows it.
    static func html(_ model: StationsModel, _ reader: Reader, _ street: StationMapStreet? = nil) -> HTML {
        let amounts = StationAmounts(model.plan, model.fuel, reader.words)
        let pins = model.list.rows.compactMap { row -> StationPin? in
            guard let position = row.station.position else { return nil }
            return StationPin(
                code: row.code, name: row.station.name, position: position, suburb: row.station.suburb, amount: row.price,
                text: row.price.map(amounts.price) ?? "", tone: row.tone?.rawValue ?? "")
        }
        return StationMapView(pins: pins, here: model.place.here, street: street, words: reader.words).html ?? ""
    }
}
