package import Records

/// A point of sale as its source describes it: a petrol station.
package struct Station: Hashable, Sendable, Identifiable {
    /// The same in every reading and for every fuel; see `StationPlan.id(of:)`.
    package let id: String
    package var name: String
    /// nil: unknown to the source.
    package var brand: String?
    package var address: String?
    package var suburb: String?
    package var postcode: String?
    package var phone: String?
    /// nil: unknown to the source.
    package var position: Position?
    package var features: [String] = []
    /// The opening hours, in the source's words.
    package var hours: String?
    package var restrictions: String?
    /// The row id of its record in the board's table, for links; nil if it isn't from the store.
    package var record: Int64?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether the source says that it sells to members only, as FuelWatch does: `Members only`.
    package var isForMembers: Bool { restrictions?.lowercased().contains("member") ?? false }

    /// Whether the person may buy here. Lists, cards, alerts and notices all use this. `isMember` is the person's setting
    /// (`StationSettings.isMember`); nil: not a member.
    package func sells(toMember isMember: Bool?) -> Bool { isMember == true || !isForMembers }
}

package struct StationPrice: Hashable, Sendable {
    /// In the unit of the source's field: 182.9 ct/l.
    package let amount: Double
    /// When it is valid; nil: from its publication until the next price.
    package let validity: Range<Timestamp>?

    package init(amount: Double, validity: Range<Timestamp>? = nil) {
        self.amount = amount
        self.validity = validity
    }
}

/// A station with its prices of one fuel at a moment.
package struct StationOffer: Hashable, Sendable {
    package var station: Station
    /// The price valid at that moment; nil: none is known.
    package let now: StationPrice?
    /// The next price, if known.
    package let next: StationPrice?
    /// The newest expired price, if none is valid: shown with its age while the source is unreachable.
    package let last: StationPrice?

    package init(station: Station, now: StationPrice?, next: StationPrice? = nil, last: StationPrice? = nil) {
        self.station = station
        self.now = now
        self.next = next
        self.last = last
    }
}
