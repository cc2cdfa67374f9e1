package import Records

/// A place that sells, as its source describes it: a petrol station.
package struct Station: Hashable, Sendable, Identifiable {
    /// The same from one reading to the next, whatever it sells; see `StationPlan.id(of:)`.
    package let id: String
    package var name: String
    /// nil: the source names none.
    package var brand: String?
    package var address: String?
    package var suburb: String?
    package var postcode: String?
    package var phone: String?
    /// nil: the source does not know where it is.
    package var position: Position?
    package var features: [String] = []
    /// When it is open, in the source's words.
    package var hours: String?
    package var restrictions: String?
    /// The row in its board's table that it was read from, for links; nil if it comes from no store.
    package var record: Int64?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether it says that it sells to members only, as FuelWatch does: `Members only`.
    package var isForMembers: Bool { restrictions?.lowercased().contains("member") ?? false }

    /// Whether somebody may buy here: the one reading of it for lists, cards, alerts and notices. `isMember` is what they have set
    /// (`StationSettings.isMember`); nil: they aren't.
    package func sells(toMember isMember: Bool?) -> Bool { isMember == true || !isForMembers }
}

package struct StationPrice: Hashable, Sendable {
    /// In the unit of the field it was read from: 182.9 ct/l.
    package let amount: Double
    /// When it holds; nil: since it was published, until another is.
    package let validity: Range<Timestamp>?

    package init(amount: Double, validity: Range<Timestamp>? = nil) {
        self.amount = amount
        self.validity = validity
    }
}

/// A station with its prices of one fuel, as they are known at a moment.
package struct StationOffer: Hashable, Sendable {
    package var station: Station
    /// In force at that moment; nil: none that is known is.
    package let now: StationPrice?
    /// The first one after it, if it is known.
    package let next: StationPrice?
    /// The newest that has ended, where none is in force: what to show with its age while a source is out of reach.
    package let last: StationPrice?

    package init(station: Station, now: StationPrice?, next: StationPrice? = nil, last: StationPrice? = nil) {
        self.station = station
        self.now = now
        self.next = next
        self.last = last
    }
}
