package import Records

/// Where an address is, and who says so.
package struct GeocodeAnswer: Hashable, Sendable {
    package let position: Position
    /// What the service calls it; nil: the operator's file knew it.
    package let label: String?
    /// To be shown beside the position, or the map it is on; nil: nobody asks for it.
    package let attribution: String?
    /// Whether nobody was asked for it just now.
    package let isKept: Bool
}

/// An answer, or why there is none.
package enum GeocodeFinding: Hashable, Sendable {
    case found(GeocodeAnswer)
    /// Nobody knows it, or what is said of it cannot be: half a sentence for people.
    case unknown(String)
    /// The service gave no answer that can be read; asked again later.
    case failed(String)

    package var answer: GeocodeAnswer? {
        if case .found(let answer) = self { answer } else { nil }
    }

    init(_ stored: StoredGeocode, isKept: Bool) {
        if let position = stored.position {
            self = .found(GeocodeAnswer(position: position, label: stored.label, attribution: stored.attribution, isKept: isKept))
            return
        }
        let detail = stored.detail ?? ""
        switch stored.outcome {
        case .found, .unknown: self = .unknown("\(stored.service) does not know it")
        case .refused: self = .unknown("what \(stored.service) says of it cannot be: \(detail)")
        case .unreadable: self = .failed("what \(stored.service) answered \(detail)")
        case .failed: self = .failed("\(stored.service) did not answer: it \(detail)")
        }
    }
}

/// Why an address was not asked for.
package struct GeocodingError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// No service is set. The operator's.
        case off
        /// It cannot be an address. The person's.
        case address
        /// The service is down or has turned us away, and is left alone. The service's, or nobody's.
        case paused(until: Timestamp)
        /// It gave no answer that can be read. The service's, or nobody's.
        case failed
        /// More ask than can be answered. Nobody's.
        case busy
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
