import Boards
import Records
package import Serving

/// The JSON form of a station with its prices.
package enum StationResource {
    package static var schema: JSONSchema { members.schema }

    static let members = Resource<StationRow, Never>([
        .told("id", .text(), about: "The same over fetches.") { $1.add("id", $0.code) },
        .told("name", .text()) { $1.add("name", $0.station.name) },
        .told("brand", .optional(.text())) { $1.add("brand", $0.station.brand) },
        .told("address", .optional(.text())) { $1.add("address", $0.station.address) },
        .told("suburb", .optional(.text())) { $1.add("suburb", $0.station.suburb) },
        .told("postcode", .optional(.text())) { $1.add("postcode", $0.station.postcode) },
        .told("phone", .optional(.text())) { $1.add("phone", $0.station.phone) },
        .told("position", .optional(.text())) { $1.add("position", $0.station.position?.description) },
        .told("features", .list(.text())) { $1.add("features", $0.station.features) },
        .told("hours", .optional(.text())) { $1.add("hours", $0.station.hours) },
        .told("restrictions", .optional(.text())) { $1.add("restrictions", $0.station.restrictions) },
        .told("now", .optional(.named("StationPrice")), about: "The price in force.") { $1.add("now", json: price($0.pump, $0)) },
        .told("next", .optional(.named("StationPrice")), about: "The one after it, once it is known.") {
            $1.add("next", json: price($0.next, $0))
        },
        .told("last", .optional(.named("StationPrice")), about: "The newest that has ended, where none is in force.") {
            $1.add("last", json: price($0.last, $0))
        },
        .told("metres", .optional(.number), about: "In a straight line from where one is.") {
            $1.add("metres", json: $0.metres.map { Value.number($0.rounded()).text } ?? "null")
        },
        .told("saving", .optional(.number), about: "What a fill saves after the drive, against the nearest, in the currency.") {
            $1.add("saving", json: $0.worth.map { Value.number($0.net.rounded() / 100).text } ?? "null")
        },
        .told("isFavourite", .flag) { $1.add("isFavourite", $0.isFavourite) },
    ])

    private static func price(_ price: StationPrice?, _ row: StationRow) -> String {
        price.map { StationPriceResource.members.line(.init(price: $0, discount: row.discount)).closed } ?? "null"
    }
}

/// The JSON form of a station's price, less the person's discount.
package enum StationPriceResource {
    package struct Shown: Sendable {
        let price: StationPrice
        /// In the unit of the price.
        let discount: Double
    }

    package static let members = Resource<Shown, Never>([
        .told("amount", .number) {
            $1.add("amount", json: Value.number((($0.price.amount - $0.discount) * 1000).rounded() / 1000).text)
        },
        .told("from", .optional(.moment)) { $1.add("from", $0.price.validity?.lowerBound.description) },
        .told("until", .optional(.moment)) { $1.add("until", $0.price.validity?.upperBound.description) },
    ])
}
