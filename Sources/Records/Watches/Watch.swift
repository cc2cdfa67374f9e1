/// A person's interest in a feed and in those shown with it: a condition on its fields, and where to send notices.
package struct Watch: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package let feed: Int64
    package var settings: Settings
    package let created: Timestamp
    /// The person's own zone, if they have set one.
    package let zone: String?

    /// The settings that a person can change.
    package struct Settings: Hashable, Sendable {
        package var condition: Condition
        /// Channels that receive it in addition to the person's own list, by name or kind: "push" means every push device of the person.
        package var channels: [String]
        package var quietHours: QuietHours?
        package var digest: Digest
        /// When a daily digest is sent, in the zone of the quiet hours, or else the person's; nil: at eight.
        package var dailyAt: TimeOfDay?
        /// While muted it sends nothing, and nothing is sent afterwards for that time.
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

    /// When no notices arrive: between two times of day, over midnight if the first is later.
    package struct QuietHours: Hashable, Codable, Sendable {
        package var from: TimeOfDay
        package var to: TimeOfDay
        /// A name of the time-zone database: `Europe/Berlin`.
        package var zone: String

        package init(from: TimeOfDay, to: TimeOfDay, zone: String) {
            self.from = from
            self.to = to
            self.zone = zone
        }
    }

    package init(
        id: Int64, person: Int64, board: String, feed: Int64, settings: Settings, created: Timestamp, zone: String?
    ) {
        self.id = id
        self.person = person
        self.board = board
        self.feed = feed
        self.settings = settings
        self.created = created
        self.zone = zone
    }
}
