import Foundation
import Records

extension PriceAlert {
    /// Rows that `init` reads.
    static let select = "SELECT price_alerts.*, \(zone) FROM price_alerts"
    static let zone = "(SELECT people.zone FROM people WHERE people.id = price_alerts.person) AS zone"

    init(_ row: Row) throws {
        self.init(
            id: row["id"], person: row["person"], board: row["board"],
            settings: try JSONDecoder().decode(Settings.self, from: Data((row["settings"] as String).utf8)), isMuted: row["muted"],
            state: row["state"], created: Timestamp(milliseconds: row["created"]), since: Timestamp(milliseconds: row["since"]),
            zone: row["zone"], version: row["version"])
    }
}

extension PriceAlert.Settings {
    /// Equal settings give the same text.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
