import Foundation
import Records

/// Checks texts that people have written, during an import, by the rules of the app's forms. Published records are imported unchanged.
enum ImportedText {
    private static let written: Set = ["feeds", "people", "watches", "price_alerts", "reminders"]

    /// Why a table's row can't be imported; nil if it can.
    static func problem(of values: [(column: String, value: ColumnValue)], in table: String) -> String? {
        guard written.contains(table) else { return nil }
        for (column, value) in values {
            guard case .text(let text) = value else { continue }
            let texts = [text] + ((try? JSONDecoder().decode(Texts.self, from: Data(text.utf8)))?.all ?? [])
            guard texts.allSatisfy(isPlain) else { return "'\(column)' holds control characters" }
            switch (table, column) {
            case ("people", "name"): if Person.name(from: text) != text { return "'\(column)' is not a name that a person can have" }
            case ("people", "role"): if Person.Role(rawValue: text) == nil { return "'\(column)' is not a role" }
            case ("watches", "condition"): if (try? Condition(json: text)) == nil { return "'\(column)' is not a condition" }
            case ("price_alerts", "settings"): if !isAlert(text) { return "'\(column)' are not settings that an alert can have" }
            case ("reminders", "settings"): if !isReminder(text) { return "'\(column)' are not settings that a reminder can have" }
            case ("reminders", "state"): if !isReminderState(text) { return "'\(column)' is not a state that a reminder can have" }
            default: break
            }
        }
        return nil
    }

    /// People's texts may contain tabs and line breaks.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || ["\t", "\n", "\r"].contains($0) }
    }

    private static func isAlert(_ json: String) -> Bool {
        guard let settings = try? JSONDecoder().decode(PriceAlert.Settings.self, from: Data(json.utf8)) else { return false }
        switch settings.scope {
        case .around(let place): return StationSettings.text(place.name) == place.name && place.position != nil
        case .station(_, let name): return StationSettings.text(name) == name
        case .everywhere, .favourites: return true
        }
    }

    private static func isReminder(_ json: String) -> Bool {
        guard let settings = try? JSONDecoder().decode(Reminder.Settings.self, from: Data(json.utf8)) else { return false }
        return !settings.isStrange
    }

    private static func isReminderState(_ json: String) -> Bool {
        guard json.utf8.count <= 1 << 17 else { return false }
        return (try? JSONDecoder().decode(ReminderState.self, from: Data(json.utf8))) != nil
    }

    /// All texts of a JSON value, including member names.
    private struct Texts: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            if let members = try? decoder.singleValueContainer().decode([String: Texts].self) {
                all = members.flatMap { [$0] + $1.all }
            } else if let values = try? decoder.singleValueContainer().decode([Texts].self) {
                all = values.flatMap(\.all)
            } else {
                all = (try? decoder.singleValueContainer().decode(String.self)).map { [$0] } ?? []
            }
        }
    }
}
