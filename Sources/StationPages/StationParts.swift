import Boards
import Foundation
import Localisation
import Records
import Serving

/// The large parts of the page that are the same for all readers without settings: rows, map, pins.
struct StationParts: Sendable {
    struct Key: Hashable, Sendable {
        let board: String
        /// The fingerprint of the board’s file.
        let declared: Fingerprint
        let editions: [FeedEdition]
        let fuel: String
        let asked: String
        let rows: Int?
        let language: String
        let zone: String
    }

    let rows: HTML
    let map: HTML
    let pins: HTML

    init(_ model: StationsModel, _ words: Words, _ street: StationMapStreet?) {
        let map = StationMap(model, words)
        rows = "\(model.list.rows.map(StationRowView(model, words).html))"
        self.map = map.html(street)
        pins = map.data
    }

    private var bytes: Int { rows.text.utf8.count + map.text.utf8.count + pins.text.utf8.count }

    /// Cached unless they contain something personal: the person's settings, or their position.
    static func of(_ model: StationsModel, _ reading: StationReading, _ words: Words, _ feature: StationsFeature) -> StationParts {
        let street = StationMapStreet(feature)
        guard model.settings == StationSettings(board: model.board.name), model.place.here == nil, reading.attributions.isEmpty else {
            return StationParts(model, words, street)
        }
        let key = Key(
            board: model.board.name, declared: model.board.edition, editions: reading.feeds.map(FeedEdition.init), fuel: model.fuel.name,
            asked: model.query.address(of: model.board.name), rows: model.query.rows, language: words.language,
            zone: words.zoneKey)
        if let known = feature.services.parts.value(for: key, at: reading.now) { return known }
        let fresh = StationParts(model, words, street)
        // Rows say "tomorrow"; in every time zone, a day begins at a quarter of an hour.
        let quarter = Timestamp(milliseconds: (reading.now.milliseconds / 900_000 + 1) * 900_000)
        feature.services.parts.keep(fresh, for: key, bytes: fresh.bytes, until: reading.end.map { min($0, quarter) } ?? quarter)
        return fresh
    }
}
