import GRDB
package import Records

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

    static let columns = "key, address, outcome, latitude, longitude, label, detail, service, attribution, asked, expires"

    init(_ row: Row) {
        let latitude: Double? = row["latitude"]
        let longitude: Double? = row["longitude"]
        self.init(
            key: row["key"], address: row["address"], outcome: Outcome(rawValue: row["outcome"]) ?? .failed,
            position: latitude.flatMap { latitude in longitude.flatMap { Position(latitude: latitude, longitude: $0) } },
            label: row["label"], detail: row["detail"], service: row["service"], attribution: row["attribution"],
            asked: Timestamp(milliseconds: row["asked"]), expires: (row["expires"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    var arguments: StatementArguments {
        [
            key, address, outcome.rawValue, position?.latitude, position?.longitude, label, detail, service, attribution,
            asked.milliseconds, expires?.milliseconds,
        ]
    }
}

/// What the whole installation, the server and every command beside it, has asked of geocoders.
package struct GeocodeTraffic: Hashable, Sendable {
    /// Whose answer it was last; nil: nothing was ever asked.
    package var service: String?
    /// Of the last request.
    package var began: Timestamp?
    /// nil: it is under way, or whoever made it has come to an end.
    package var ended: Timestamp?
    /// The service is left alone until then.
    package var pausedUntil: Timestamp?
    /// In a row, up to now.
    package var failures = 0
    /// Of the last failure, as half a sentence.
    package var trouble: String?

    package init() {}
}
