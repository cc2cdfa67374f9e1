import Foundation
import Records

extension Watch {
    /// Rows that `init` reads.
    static let select = "SELECT watches.*, \(zone) FROM watches"
    static let zone = "(SELECT people.zone FROM people WHERE people.id = watches.person) AS zone"

    init(_ row: Row) throws {
        let channels = try JSONDecoder().decode([String].self, from: Data((row["channels"] as String).utf8))
        var settings = Settings(try Condition(json: row["condition"]), channels: channels)
        settings.digest = Digest(rawValue: row["digest"]) ?? .atOnce
        settings.dailyAt = (row["daily_at"] as Int?).flatMap(TimeOfDay.init(seconds:))
        settings.isMuted = row["muted"]
        settings.quietHours = QuietHours(row)
        self.init(
            id: row["id"], person: row["person"], board: row["board"], feed: row["feed"], settings: settings,
            created: Timestamp(milliseconds: row["created"]), zone: row["zone"])
    }
}

extension Watch.QuietHours {
    /// nil if the watch has none.
    init?(_ row: Row) {
        guard let from: Int = row["quiet_from"], let to: Int = row["quiet_to"], let zone: String = row["quiet_zone"],
            let start = TimeOfDay(seconds: from), let end = TimeOfDay(seconds: to)
        else { return nil }
        self.init(from: start, to: end, zone: zone)
    }
}

extension TimeOfDay {
    fileprivate init?(seconds: Int) { self.init(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60) }
}

extension Watch.Settings {
    /// In the order of the columns condition, channels, quiet_from, quiet_to, quiet_zone, digest, daily_at, muted.
    var columns: [(any Argument)?] {
        [
            condition.json, JSONLine.array(channels), quietHours?.from.seconds, quietHours?.to.seconds, quietHours?.zone, digest.rawValue,
            dailyAt?.seconds, isMuted,
        ]
    }
}
