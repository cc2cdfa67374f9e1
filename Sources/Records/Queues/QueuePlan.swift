package import Foundation

/// A queue as a board declares it (`queues:` of a board file): the form of its numbers, its counters and services, its hours.
///
/// What staff change during operation (hours, capacity, pause, names) is stored by the desk and takes precedence; see `QueueState` and
/// `QueueNaming`.
package struct QueuePlan: Hashable, Sendable, Identifiable {
    /// A service that a ticket may request. A ticket may request several, one after the other.
    package struct Service: Hashable, Sendable, Identifiable {
        /// Lower-case letters, digits and hyphens.
        package let name: String
        package var label: String
        /// The board author's estimate of its duration; used until enough has been measured.
        package let minutes: Int?
        /// The names of the counters that provide it.
        package let counters: [String]

        package var id: String { name }

        package init(name: String, label: String, minutes: Int? = nil, counters: [String]) {
            self.name = name
            self.label = label
            self.minutes = minutes
            self.counters = counters
        }
    }

    /// Its name in addresses: lower-case letters, digits and hyphens; unique in the installation.
    package let name: String
    package let board: String
    /// The name for people, in the language of the board that it came from.
    package var label: String
    /// Up to three characters before the number; may be empty.
    package var prefix: String
    /// The names of the desks, at least one.
    package let counters: [String]
    package var services: [Service]
    /// nil: open until staff close it.
    package let hours: OpeningHours?
    package private(set) var zone: TimeZone
    /// Whether the board or an administrator chose the zone; otherwise it is the server's.
    package private(set) var hasZone: Bool
    /// When numbers begin at 1 again; nil for never.
    package let reset: TimeOfDay?
    /// How many may wait at once; nil for no limit.
    package let capacity: Int?
    /// The questions that guests may answer about themselves; none unless the board declares them.
    package let asks: [PersonalField]
    /// How long a guest's answers are stored after the ticket's end.
    package let eraseAfter: Duration
    /// The port of its own raw feed.
    package let port: Int?
    /// Whether strangers may join, because its board is public.
    package var isPublic: Bool

    package var id: String { name }

    package init(
        name: String, board: String = "queue", label: String, prefix: String = "", counters: [String] = ["1"], services: [Service] = [],
        hours: OpeningHours? = nil, zone: TimeZone? = nil, reset: TimeOfDay? = nil, capacity: Int? = nil, asks: [PersonalField] = [],
        eraseAfter: Duration = .seconds(86_400), port: Int? = nil, isPublic: Bool = true
    ) {
        self.name = name
        self.board = board
        self.label = label
        self.prefix = prefix
        self.counters = counters
        self.services = services
        self.hours = hours
        self.zone = zone ?? .current
        hasZone = zone != nil
        self.reset = reset
        self.capacity = capacity
        self.asks = asks
        self.eraseAfter = eraseAfter
        self.port = port
        self.isPublic = isPublic
    }

    /// The label on the ticket with this number: `A17`.
    package func label(of number: Int) -> String { "\(prefix)\(number)" }

    package mutating func setZone(_ zone: TimeZone) { (self.zone, hasZone) = (zone, true) }

    package func service(_ name: String) -> Service? { services.first { $0.name == name } }
}

/// A question that a guest may answer. The answer is stored only with the ticket, and erased a while after the ticket ends.
package enum PersonalField: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case name, phone, email, note

    /// Longer answers are cut to this many characters.
    package static let lengthLimit = 200
}
