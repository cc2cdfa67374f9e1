/// What staff have set of a queue, beside what its board declares.
package struct QueueSettings: Hashable, Codable, Sendable {
    /// The state that staff have set, in place of what the hours say.
    package struct Override: Hashable, Codable, Sendable {
        package var opening: QueueState.Opening
        package var reason: String?
        /// The hours hold again from then on; nil: until the day ends, or staff say otherwise.
        package var until: Timestamp?

        package init(opening: QueueState.Opening, reason: String? = nil, until: Timestamp? = nil) {
            self.opening = opening
            self.reason = reason
            self.until = until
        }
    }

    package struct Capacity: Hashable, Codable, Sendable {
        /// nil: as many as come.
        package var people: Int?

        package init(people: Int?) { self.people = people }
    }

    package var override: Override?
    /// nil: as the board declares it.
    package var capacity: Capacity?
    /// nil: as the board declares them.
    package var hours: OpeningHours?
    package var isLate = false
    /// At which nobody is called, in the order in which the board names them.
    package var closedCounters: [String] = []
    /// The oldest first.
    package var kiosks: [QueueKiosk] = []
    package var naming = QueueNaming()

    package init() {}

    /// What a former version of the program did not write is as it begins.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        override = try values.decodeIfPresent(Override.self, forKey: .override)
        capacity = try values.decodeIfPresent(Capacity.self, forKey: .capacity)
        hours = try values.decodeIfPresent(OpeningHours.self, forKey: .hours)
        isLate = try values.decodeIfPresent(Bool.self, forKey: .isLate) ?? false
        closedCounters = try values.decodeIfPresent([String].self, forKey: .closedCounters) ?? []
        kiosks = try values.decodeIfPresent([QueueKiosk].self, forKey: .kiosks) ?? []
        naming = try values.decodeIfPresent(QueueNaming.self, forKey: .naming) ?? QueueNaming()
    }
}

/// A device that an administrator made a kiosk of a queue.
package struct QueueKiosk: Hashable, Codable, Sendable, Identifiable {
    /// So many has a queue at most.
    package static let limit = 20
    /// Characters of a name.
    package static let nameLimit = 40

    /// By chance, so that it is never another's.
    package let id: Int64
    /// No two of a queue have the same.
    package let name: String
    package let since: Timestamp

    package init(id: Int64, name: String, since: Timestamp) {
        self.id = id
        self.name = name
        self.since = since
    }
}

/// Numbers that a kiosk gives by itself.
package struct KioskBlock: Hashable, Sendable {
    package let first: Int
    package let last: Int
    package let kiosk: String

    package init(first: Int, last: Int, kiosk: String) {
        self.first = first
        self.last = last
        self.kiosk = kiosk
    }

    package func has(_ number: Int) -> Bool { first <= number && number <= last }
}

/// Bare numbers that were taken within one second and wait: nobody knows by whom.
package struct BareSpan: Hashable, Sendable {
    package var first: Int
    package var last: Int
    package var joined: Timestamp

    package init(first: Int, last: Int, joined: Timestamp) {
        self.first = first
        self.last = last
        self.joined = joined
    }

    package var count: Int { last - first + 1 }
}

/// One thing that was done to a queue, for the trail: when, what, to which ticket, by whom. Nothing personal is part of it: a ticket is
/// named by its number, a clerk by the number of their account. Bare numbers have none: their spans say when they were taken.
package struct QueueAct: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case join, leave, call, recall, finish, noShow, park, unpark, skip, hold, transfer, undo
        case setState, setCapacity, setHours, setLate, openCounter, closeCounter, startDay, enrolKiosk, removeKiosk, reserve, reconcile
        case setNames, addService, changeService, removeService
    }

    package var kind: Kind
    package var at: Timestamp
    package var queue: String
    package var day: Int64
    package var ticket: Ticket.ID?
    /// Of the ticket: `A17`.
    package var label: String?
    package var counter: String?
    package var actor: QueueActor
    /// What was set, how many, where to. Never what a guest said.
    package var detail: String?

    package init(
        _ kind: Kind, at: Timestamp, queue: String, day: Int64, ticket: Ticket.ID? = nil, label: String? = nil, counter: String? = nil,
        by actor: QueueActor, detail: String? = nil
    ) {
        self.kind = kind
        self.at = at
        self.queue = queue
        self.day = day
        self.ticket = ticket
        self.label = label
        self.counter = counter
        self.actor = actor
        self.detail = detail
    }
}
