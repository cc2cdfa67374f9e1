/// The staff's settings for a queue, in addition to its board file.
package struct QueueSettings: Hashable, Codable, Sendable {
    /// The state that staff have set, which overrides the opening hours.
    package struct Override: Hashable, Codable, Sendable {
        package var opening: QueueState.Opening
        package var reason: String?
        /// The opening hours apply again from then; nil: until the day ends or staff change it.
        package var until: Timestamp?

        package init(opening: QueueState.Opening, reason: String? = nil, until: Timestamp? = nil) {
            self.opening = opening
            self.reason = reason
            self.until = until
        }
    }

    package struct Capacity: Hashable, Codable, Sendable {
        /// nil: no limit.
        package var people: Int?

        package init(people: Int?) { self.people = people }
    }

    package var override: Override?
    /// nil: the board file's capacity.
    package var capacity: Capacity?
    /// nil: the board file's hours.
    package var hours: OpeningHours?
    /// The queue has no hours, even if its board file has: it is open until staff close it.
    package var hasNoHours = false
    package var isLate = false
    /// Counters to which no ticket is called, in the board file's order.
    package var closedCounters: [String] = []
    /// The oldest first.
    package var kiosks: [QueueKiosk] = []
    package var naming = QueueNaming()

    package init() {}

    /// The hours that apply; nil: open until staff close it.
    package func hours(of plan: QueuePlan) -> OpeningHours? { hasNoHours ? nil : hours ?? plan.hours }

    /// Members that an earlier version didn't write have their defaults.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        override = try values.decodeIfPresent(Override.self, forKey: .override)
        capacity = try values.decodeIfPresent(Capacity.self, forKey: .capacity)
        hours = try values.decodeIfPresent(OpeningHours.self, forKey: .hours)
        hasNoHours = try values.decodeIfPresent(Bool.self, forKey: .hasNoHours) ?? false
        isLate = try values.decodeIfPresent(Bool.self, forKey: .isLate) ?? false
        closedCounters = try values.decodeIfPresent([String].self, forKey: .closedCounters) ?? []
        kiosks = try values.decodeIfPresent([QueueKiosk].self, forKey: .kiosks) ?? []
        naming = try values.decodeIfPresent(QueueNaming.self, forKey: .naming) ?? QueueNaming()
    }
}

/// A device that an administrator made a kiosk of a queue.
package struct QueueKiosk: Hashable, Codable, Sendable, Identifiable {
    /// Limit of kiosks per queue.
    package static let limit = 20
    /// Limit of a name in characters.
    package static let nameLimit = 40

    /// Random, so that no id is used twice.
    package let id: Int64
    /// Unique within its queue.
    package let name: String
    package let since: Timestamp

    package init(id: Int64, name: String, since: Timestamp) {
        self.id = id
        self.name = name
        self.since = since
    }
}

/// Numbers reserved for a kiosk to issue on its own.
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

/// Anonymous numbers taken within one second and still waiting.
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

/// One act in a queue's audit trail: when, what, which ticket, who did it. It contains no personal data: a ticket is its number, a clerk
/// the number of their account. Anonymous numbers have no acts: their spans record when they were taken.
package struct QueueAct: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case join, leave, call, recall, finish, noShow, park, unpark, skip, hold, transfer, undo
        case setState, setCapacity, setHours, setLate, openCounter, closeCounter, startDay, enrolKiosk, removeKiosk, reserve, reconcile
        case setNames, setZone, addService, changeService, removeService
        /// After a replica of the database was promoted: numbers left out because they may have been given, and numbers written in again.
        case skipNumbers, restoreNumbers
    }

    package var kind: Kind
    package var at: Timestamp
    package var queue: String
    package var day: Int64
    package var ticket: Ticket.ID?
    /// The ticket's label: `A17`.
    package var label: String?
    package var counter: String?
    package var actor: QueueActor
    /// The setting, count or target. Never a guest's answer.
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
