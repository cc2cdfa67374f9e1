import Boards
import Foundation
import Records
import TestSupport
import Watching

/// A board of petrol stations north of Perth, today's and tomorrow's prices in a feed each, and a person with alerts on it.
struct Forecourt: Sendable {
    /// Noon of a day in Perth; prices hold from 06:00 to 06:00.
    static let noon = Timestamp(milliseconds: 1_763_611_200_000)
    static let today = noon + .seconds(-6 * 3600)..<noon + .seconds(18 * 3600)
    static let tomorrow = noon + .seconds(18 * 3600)..<noon + .seconds(42 * 3600)
    static let perth = TimeZone(identifier: "Australia/Perth") ?? .gmt

    static func board() throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Petrol
                about: Prices of petrol.
                view: map
                parameters:
                  product: { choices: { 1: Unleaded, 4: Diesel }, default: '1' }
                  day: { choices: [today, tomorrow] }
                source: { url: 'https://petrol.example/{day}.xml?p={product}', each: day, empty: keep }
                extract: { xml: { rows: //item } }
                stations:
                  name: name
                  brand: brand
                  position: position
                  price: { currency: AUD, unit: cents }
                  day: { field: date, from: '06:00', zone: Australia/Perth }
                  fuels:
                    unleaded: { label: { en: Unleaded, de: Benzin }, price: price, with: { product: 1 } }
                    diesel: { label: Diesel, price: price, with: { product: 4 } }
                fields:
                  name: { type: text, key: true }
                  brand: { type: text, optional: true }
                  position: { type: position, optional: true }
                  price: { type: number, unit: ct/l }
                  date: { type: date }
                """)
        return try Board(declaration, name: "petrol", folder: URL(fileURLWithPath: "/"))
    }

    /// `north`: kilometres from the middle of Perth; nil: no position.
    static func offer(_ name: String, _ price: Double?, next: Double? = nil, north: Double? = 0, brand: String? = nil) -> StationOffer {
        var station = Station(id: name, name: name)
        station.brand = brand
        station.position = north.flatMap { Position(latitude: -31.95 + $0 / 111.195, longitude: 115.86) }
        return StationOffer(
            station: station, now: price.map { StationPrice(amount: $0, validity: today) },
            next: next.map { StationPrice(amount: $0, validity: tomorrow) })
    }

    static func code(_ name: String) -> String { Station(id: name, name: name).code }

    /// Ten kilometres around the middle of Perth.
    static let around: PriceAlert.Scope = {
        let middle = Position(latitude: -31.95, longitude: 115.86)
        return middle.map { .around(place: PriceAlert.Area(name: "Perth", at: $0, kilometres: 10)) } ?? .everywhere
    }()

    static func question(
        _ rule: PriceAlert.Rule, in scope: PriceAlert.Scope = .everywhere, own: (inout StationSettings) -> Void = { _ in },
        since: Timestamp = noon + .seconds(-7 * 86_400)
    ) throws -> PriceQuestion? {
        var settings = StationSettings(board: "petrol")
        own(&settings)
        return PriceQuestion(.init(rule, in: scope), since: since, on: try board(), settings, zone: perth)
    }
}
