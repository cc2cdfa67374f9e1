package import Foundation
package import Records

/// How a board's records become stations with prices: a board file's `stations`, which the view `map` requires.
///
/// Declares the roles of fields, how long a price is valid, and the fuels: one for each response of the source (`with`), for each price
/// field of a record (`price`), or for each kind of record (`where`). See Docs/Using/Boards.md.
package struct StationPlan: Sendable {
    package struct Fuel: Hashable, Sendable, Identifiable {
        /// Lower-case letters, digits and underscores: `unleaded`.
        package let name: String
        package internal(set) var label: String
        /// The field with its price.
        package let field: String
        /// The source's parameter values for it; empty: the same query as for the others.
        package let with: [String: String]
        /// The field values of its records; empty: any record.
        package let conditions: [String: Value]

        package var id: String { name }
    }

    /// The unit of the fields' amounts, per litre.
    package enum PriceUnit: String, CaseIterable, Sendable {
        /// Hundredths of the currency.
        case cents
        case whole
    }

    /// A price is valid for a day, from this time on the date in its field.
    package struct Day: Hashable, Sendable {
        package let field: String
        package let from: TimeOfDay
        package let zone: TimeZone
    }

    /// The roles of fields in a station.
    enum Role: String, CaseIterable, Sendable {
        case name, brand, address, suburb, postcode, phone, position, features, hours, restrictions
    }

    /// ISO 4217.
    package let currency: String
    package let unit: PriceUnit
    /// nil: a price is valid until another is published.
    package let day: Day?
    /// In the file's order; never empty. The first is the default.
    package internal(set) var fuels: [Fuel]
    /// The parameters that select an area; nil: the source gives all areas at once, or can't be queried that way.
    package let suburbParameter: String?
    package let regionParameter: String?
    /// Areas of water for orientation on a drawn map, each by its shore.
    package let water: [[Position]]

    var schema: Schema
    /// The fields' indices in the schema, by role.
    let places: [Role: Int]
    /// The indices of the fields that distinguish stations: the key without those that vary with fuel and day.
    let identity: [Int]

    package func fuel(named name: String) -> Fuel? { fuels.first { $0.name == name } }

    /// The names of the suburb's and the position's fields, from which the positions of suburbs are derived.
    package var suburbField: String? { places[.suburb].map { schema.fields[$0].name } }
    package var positionField: String { places[.position].map { schema.fields[$0].name } ?? "" }

    /// The unit of a fuel's price for display: `c/L`.
    package func unitLabel(of fuel: Fuel) -> String? { schema[fuel.field]?.unit }

    /// A price field's amount in the currency itself, per litre: 182.9 ct → 1.829.
    package func perLitre(_ amount: Double) -> Double { unit == .cents ? amount / 100 : amount }

    /// `schema` is the board's in that language.
    func translated(_ texts: BoardTexts, _ schema: Schema) -> Self {
        var plan = self
        plan.schema = schema
        for index in fuels.indices { plan.fuels[index].label = texts["stations.fuels.\(fuels[index].name).label"] ?? fuels[index].label }
        return plan
    }
}
