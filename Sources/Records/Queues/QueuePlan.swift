package import Foundation

/// A line of people as a board declares it (`queues:` of a board file): what its numbers look like, who serves it, when it is open.
///
/// What staff change while it runs (hours, capacity, pause, names) is kept by the desk and wins; see `QueueState` and `QueueNaming`.
package struct QueuePlan: Hashable, Sendable, Identifiable {
    /// Something a ticket may ask for. A ticket may ask for several, one after the other.
    package struct Service: Hashable, Sendable, Identifiable {
        /// Lower-case letters, digits and hyphens.
        package let name: String
        package var label: String
        /// How long it takes, as the board's author believes; used until enough has been seen.
        package let minutes: Int?
        /// Who gives it: names of the queue's counters.
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
    /// What people read, in the language of the board that this was taken from.
    package var label: String
    /// Up to three characters before the number; empty: none.
    package var prefix: String
    /// The names of the desks, at least one.
    package let counters: [String]
    package var services: [Service]
    /// nil: open until staff close it.
    package let hours: OpeningHours?
    package private(set) var zone: TimeZone
    /// Whether the board or an administrator chose the zone; else it is the server's.
    package private(set) var hasZone: Bool
    /// When numbers begin at 1 again; nil: never.
    package let reset: TimeOfDay?
    /// How many may wait at once; nil: as many as come.
    package let capacity: Int?
    /// What people may say of themselves; nothing unless a board asks.
    package let asks: [PersonalField]
    /// How long after a ticket's end what its guest said is kept.
    package let eraseAfter: Duration
    /// A port with a raw feed of its own.
    package let port: Int?
    /// Whether strangers may join: its board is public.
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

    /// What is written on the ticket with this number: `A17`.
    package func label(of number: Int) -> String { "\(prefix)\(number)" }

    package mutating func setZone(_ zone: TimeZone) { (self.zone, hasZone) = (zone, true) }

    package func service(_ name: String) -> Service? { services.first { $0.name == name } }
}

/// What a guest may say of themselves. It is erased a while after the ticket ended, and stands nowhere but on the ticket.
package enum PersonalField: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case name, phone, email, note

    /// Characters, cut to.
    package static let lengthLimit = 200
}
