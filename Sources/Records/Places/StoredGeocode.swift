/// What a geocoder said of one address, a position or why there is none.
package struct StoredGeocode: Hashable, Sendable {
    package enum Outcome: String, Sendable, CaseIterable {
        case found
        /// The service does not know of it.
        case unknown
        /// It said what cannot be.
        case refused
        /// It said what nobody can read.
        case unreadable
        /// It said nothing.
        case failed
    }

    /// What was asked: equal for equal requests.
    package let key: String
    package let address: String
    package let outcome: Outcome
    /// Of what was found, and nothing else.
    package let position: Position?
    package let label: String?
    package let detail: String?
    package let service: String
    package let attribution: String?
    package let asked: Timestamp
    /// When it may be asked anew; nil: never.
    package let expires: Timestamp?

    package init(
        key: String, address: String, outcome: Outcome, position: Position? = nil, label: String? = nil, detail: String? = nil,
        service: String, attribution: String? = nil, asked: Timestamp, expires: Timestamp? = nil
    ) {
        self.key = key
        self.address = address
        self.outcome = outcome
        self.position = position
        self.label = label
        self.detail = detail
        self.service = service
        self.attribution = attribution
        self.asked = asked
        self.expires = expires
    }
}
