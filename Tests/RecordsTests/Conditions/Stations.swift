import Foundation
import Records

/// A small board with a field of most kinds, for tests of conditions.
enum Stations {
    static let schema: Schema = {
        var name = Field(name: "name", kind: .text)
        name.isKey = true
        var price = Field(name: "price", kind: .number)
        price.unit = "ct/l"
        var fee = Field(name: "fee", kind: .money)
        fee.currency = "EUR"
        return Schema(fields: [
            name, price, fee, Field(name: "day", kind: .date), Field(name: "seen", kind: .timestamp), Field(name: "place", kind: .position),
            Field(name: "services", kind: .list), Field(name: "open", kind: .flag), Field(name: "opens", kind: .time),
            Field(name: "takes", kind: .duration), Field(name: "logo", kind: .image),
        ])
    }()

    /// Noon in Berlin, CET.
    static let moment = Moment(now: Timestamp(milliseconds: 1_772_881_200_000), zone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)

    static func record(_ texts: [String: String]) throws -> Record {
        Record(
            try schema.fields.map { field in
                var field = field
                field.isOptional = true
                return try field.value(from: texts[field.name] ?? "")
            })
    }

    static func altered(_ before: [String: String], _ after: [String: String]) throws -> Change {
        .altered(before: try record(before), after: try record(after))
    }
}

extension Condition {
    func matches(_ change: Change, _ moment: Moment = Stations.moment) throws -> Bool {
        try bound(to: Stations.schema).matches(change, moment)
    }

    func matches(_ texts: [String: String]) throws -> Bool { try matches(.appeared(try Stations.record(texts))) }
}
