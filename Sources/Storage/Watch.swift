import Foundation
import GRDB
package import Records

/// A person's interest in a feed, and in those that are shown with it: a condition over its fields, and where to send word.
package struct Watch: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package let feed: Int64
    package var settings: Settings
    package let created: Timestamp
    /// The person's own zone, if they have set one.
    package let zone: String?

    /// What a person may alter.
    package struct Settings: Hashable, Sendable {
        package var condition: Condition
        /// The channels it goes to besides the person's own list, by their names or kinds: "push" means every push device of the person.
        package var channels: [String]
        package var quietHours: QuietHours?
        package var digest: Digest
        /// When a daily digest is sent, in the zone of the quiet hours, or else the person's; nil: at eight.
        package var dailyAt: TimeOfDay?
        /// Nothing is told while it is muted, and nothing is made up for afterwards.
        package var isMuted: Bool

        package init(
            _ condition: Condition, channels: [String], quietHours: QuietHours? = nil, digest: Digest = .atOnce,
            dailyAt: TimeOfDay? = nil, isMuted: Bool = false
        ) {
            self.condition = condition
            self.channels = channels
            self.quietHours = quietHours
            self.digest = digest
            self.dailyAt = dailyAt
            self.isMuted = isMuted
        }
    }

    package enum Digest: String, CaseIterable, Sendable { case atOnce = "at-once", hourly, daily }

    /// When nothing is to arrive: from one time of day to another, over midnight if it is later than the other.
    package struct QuietHours: Hashable, Codable, Sendable {
        package var from: TimeOfDay
        package var to: TimeOfDay
        /// Of the time-zone database: `Europe/Berlin`.
        package var zone: String

        package init(from: TimeOfDay, to: TimeOfDay, zone: String) {
            self.from = from
            self.to = to
            self.zone = zone
        }
    }

    /// Rows as `init` reads them.
    static let select = "SELECT watches.*, \(zone) FROM watches"
    static let zone = "(SELECT settings ->> 'zone' FROM people WHERE people.id = watches.person) AS zone"

    init(_ row: Row) throws {
        id = row["id"]
        person = row["person"]
        board = row["board"]
        feed = row["feed"]
        created = Timestamp(milliseconds: row["created"])
        zone = row["zone"]
        let channels = try JSONDecoder().decode([String].self, from: Data((row["channels"] as String).utf8))
        var settings = Settings(try Condition(json: row["condition"]), channels: channels)
        settings.digest = Digest(rawValue: row["digest"]) ?? .atOnce
        settings.dailyAt = (row["daily_at"] as Int?).flatMap(TimeOfDay.init(seconds:))
        settings.isMuted = row["muted"]
        if let from: Int = row["quiet_from"], let to: Int = row["quiet_to"], let zone: String = row["quiet_zone"],
            let start = TimeOfDay(seconds: from), let end = TimeOfDay(seconds: to)
        {
            settings.quietHours = QuietHours(from: start, to: end, zone: zone)
        }
        self.settings = settings
    }
}

extension TimeOfDay {
    fileprivate init?(seconds: Int) { self.init(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60) }
}

extension Watch.Settings {
    /// In the order of the columns condition, channels, quiet_from, quiet_to, quiet_zone, digest, daily_at, muted.
    var columns: [(any DatabaseValueConvertible)?] {
        [
            condition.json, JSONLine.array(channels), quietHours?.from.seconds, quietHours?.to.seconds, quietHours?.zone, digest.rawValue,
            dailyAt?.seconds, isMuted,
        ]
    }
}
