package import Foundation
package import Records

/// How the records of a board are stations with prices: a board file's `stations`, which the view `map` wants.
///
/// Names which field is what, how long a price holds, and which fuels there are: one for each answer of the source (`with`), for each
/// price field of a record (`price`), or for each record (`where`). See Docs/Using/Boards.md.
package struct StationPlan: Sendable {
    package struct Fuel: Hashable, Sendable, Identifiable {
        /// Lower-case letters, digits and underscores: `unleaded`.
        package let name: String
        package internal(set) var label: String
        /// The field of its price.
        package let field: String
        /// What the source is asked with for it, by parameter; empty: the same as for the others.
        package let with: [String: String]
        /// What its records have, by field; empty: any record is of it.
        package let conditions: [String: Value]

        package var id: String { name }
    }

    /// What the fields' amounts count, for each litre.
    package enum PriceUnit: String, CaseIterable, Sendable {
        /// Hundredths of the currency.
        case cents
        case whole
    }

    /// A price holds for a day, from this time of the day in its field.
    package struct Day: Hashable, Sendable {
        package let field: String
        package let from: TimeOfDay
        package let zone: TimeZone
    }

    /// What a board file can name a field for.
    enum Role: String, CaseIterable, Sendable {
        case name, brand, address, suburb, postcode, phone, position, features, hours, restrictions
    }

    /// ISO 4217.
    package let currency: String
    package let unit: PriceUnit
    /// nil: a price holds until another is published.
    package let day: Day?
    /// In the file's order; never empty. The first is the standard one.
    package internal(set) var fuels: [Fuel]
    /// The parameters that choose an area; nil: everything comes at once, or cannot be chosen that way.
    package let suburbParameter: String?
    package let regionParameter: String?
    /// Areas of water for orientation on a drawn map, each by its shore.
    package let water: [[Position]]

    var schema: Schema
    /// Places in the schema.
    let places: [Role: Int]
    /// The fields that tell one station from another, by their places in the schema: the key less what varies with fuel and day.
    let identity: [Int]

    package func fuel(named name: String) -> Fuel? { fuels.first { $0.name == name } }

    /// The field that holds the suburb's name, and the position's: what a suburb's whereabouts are learned from.
    package var suburbField: String? { places[.suburb].map { schema.fields[$0].name } }
    package var positionField: String { places[.position].map { schema.fields[$0].name } ?? "" }

    /// What the amounts of a fuel count, for people: `c/L`.
    package func unitLabel(of fuel: Fuel) -> String? { schema[fuel.field]?.unit }

    /// An amount of a price field in the currency itself, for a litre: 182.9 ct → 1.829.
    package func perLitre(_ amount: Double) -> Double { unit == .cents ? amount / 100 : amount }

    /// `schema` is the board's in that language.
    func translated(_ texts: BoardTexts, _ schema: Schema) -> Self {
        var plan = self
        plan.schema = schema
        for index in fuels.indices { plan.fuels[index].label = texts["stations.fuels.\(fuels[index].name).label"] ?? fuels[index].label }
        return plan
    }
}
