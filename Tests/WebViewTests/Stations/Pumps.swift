import Boards
import Foundation
import Records

@testable import BoardPages
@testable import StationPages
@testable import Web

/// A board of stations, and stations for it, in and around the middle of Perth.
enum Pumps {
    static let board: Board = {
        let declaration = try? BoardFile.declaration(
            of: """
                title: Fuel
                about: Prices of fuel.
                view: map
                parameters:
                  product: { choices: { 1: Unleaded, 4: Diesel }, default: '1' }
                  region: { choices: { 25: North of the river, 26: South of the river }, optional: true }
                  suburb: { optional: true, place: true }
                source: { url: 'https://fuel.example/rss?Product={product}&Region={region}&Suburb={suburb}' }
                extract: { xml: { rows: //item } }
                stations:
                  name: name
                  brand: brand
                  address: address
                  suburb: suburb
                  phone: phone
                  position: position
                  features: features
                  price: { currency: AUD, unit: cents }
                  day: { field: date, from: '06:00', zone: Australia/Perth }
                  fuels:
                    unleaded: { label: { en: Unleaded, de: Benzin }, price: price, with: { product: 1 } }
                    diesel: { label: Diesel, price: price, with: { product: 4 } }
                  areas: { suburb: suburb, region: region }
                fields:
                  name: { type: text }
                  brand: { type: text, optional: true }
                  address: { type: text, key: true }
                  suburb: { type: text, key: true }
                  phone: { type: phone, optional: true }
                  position: { type: position, optional: true }
                  features: { type: list, optional: true }
                  price: { type: number, unit: c/L }
                  date: { type: date, key: true }
                """)
        return declaration.flatMap { try? Board($0, name: "fuel", folder: URL(fileURLWithPath: "/")) } ?? unreadable
    }()

    /// Never happens: the declaration above is right, as the first test shows.
    private static var unreadable: Board { preconditionFailure("the board of the tests cannot be read") }

    static var plan: StationPlan { board.stations ?? nothing }
    private static var nothing: StationPlan { preconditionFailure("the board of the tests has no stations") }

    /// Noon of a day in Perth; prices hold from 06:00 to 06:00.
    static let noon = Timestamp(iso: "2026-11-20T04:00:00Z") ?? Timestamp(milliseconds: 0)
    static let today = noon + .seconds(-6 * 3600)..<noon + .seconds(18 * 3600)
    static let tomorrow = noon + .seconds(18 * 3600)..<noon + .seconds(42 * 3600)
    static let yesterday = noon + .seconds(-30 * 3600)..<noon + .seconds(-6 * 3600)

    static let perth = place(-31.95, 115.86)

    static func place(_ latitude: Double, _ longitude: Double) -> Position {
        Position(latitude: latitude, longitude: longitude) ?? nowhere
    }
    private static var nowhere: Position { preconditionFailure("there is no such place") }

    /// `north` are kilometres from the middle; nil: its position is not known.
    static func offer(
        _ name: String, _ price: Double?, north: Double? = 0, brand: String? = nil, suburb: String = "PERTH", next: Double? = nil,
        last: Double? = nil
    ) -> StationOffer {
        var station = Station(id: "\(name)|\(suburb)", name: name)
        (station.brand, station.address, station.suburb) = (brand, "1 \(name) St", suburb)
        station.phone = "(08) 9300 0000"
        station.position = north.map { place(-31.95 + $0 / 111.195, 115.86) }
        return StationOffer(
            station: station, now: price.map { StationPrice(amount: $0, validity: today) },
            next: next.map { StationPrice(amount: $0, validity: tomorrow) },
            last: last.map { StationPrice(amount: $0, validity: yesterday) })
    }

    static func list(
        _ offers: [StationOffer], _ settings: StationSettings = StationSettings(board: "fuel"), here: Position? = nil,
        middle: Position? = nil, _ change: (inout StationList.Wishes) -> Void = { _ in }
    ) -> StationList {
        var wishes = StationList.Wishes()
        change(&wishes)
        return StationList(offers, plan: plan, settings: settings, here: here, middle: middle, wishes)
    }

    static func settings(_ change: (inout StationSettings) -> Void) -> StationSettings {
        var settings = StationSettings(board: "fuel")
        change(&settings)
        return settings
    }

    static func model(
        _ offers: [StationOffer], query: StationsQuery = StationsQuery(), _ settings: StationSettings = StationSettings(board: "fuel"),
        here: StationWhere? = nil, radius: Int? = nil
    ) -> StationsModel {
        let place = here ?? StationWhere(query, settings, find: { _ in [] }, names: { ["Subiaco", "Perth"] }, nearest: { _ in "Perth" })
        let list = list(offers, settings, here: place.here, middle: place.middle) { wishes in
            wishes.order = query.order ?? .price
            wishes.radius = radius.map { Double($0) * 1000 }
            wishes.search = query.search
            wishes.onlyFavourites = query.onlyFavourites
        }
        return StationsModel(
            board: board, plan: plan, fuel: plan.fuels[0], query: query, settings: settings, place: place, radius: radius, list: list,
            status: ReadingStatus(updated: noon),
            source: SourceNote(url: "https://fuel.example/rss", every: nil, next: nil, recordCount: 3),
            live: "/live/boards/fuel", now: noon)
    }
}
