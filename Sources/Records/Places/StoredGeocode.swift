/// A geocoder's answer for one address: a position, or why there is none.
package struct StoredGeocode: Hashable, Sendable {
    package enum Outcome: String, Sendable, CaseIterable {
        case found
        /// The service doesn't know the address.
        case unknown
        /// The service gave an impossible answer.
        case refused
        /// The answer couldn't be parsed.
        case unreadable
        /// There was no answer.
        case failed
    }

    /// Identifies the request: equal requests have equal keys.
    package let key: String
    package let address: String
    package let outcome: Outcome
    /// Only for `found`.
    package let position: Position?
    package let label: String?
    package let detail: String?
    package let service: String
    package let attribution: String?
    package let asked: Timestamp
    /// When it may be requested again; nil: never.
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
