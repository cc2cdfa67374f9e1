package import Records

/// Where an address is, and the source of the answer.
package struct GeocodeAnswer: Hashable, Sendable {
    package let position: Position
    /// The service's name for it; nil: the position is from the operator's file.
    package let label: String?
    /// Must be shown beside the position, or the map with it; nil if not required.
    package let attribution: String?
    /// Whether the answer was stored, so no request was sent.
    package let isKept: Bool
}

/// An answer, or why there is none.
package enum GeocodeFinding: Hashable, Sendable {
    case found(GeocodeAnswer)
    /// Not found, or the answer is impossible; the text is half a sentence for people.
    case unknown(String)
    /// The service gave no readable answer; a later request may succeed.
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

/// Why an address was not looked up, and who is responsible.
package struct GeocodingError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// No service is configured: the operator is responsible.
        case off
        /// It can't be an address: the person is responsible.
        case address
        /// The service is down or has rejected us, and is paused: the service is responsible, or no one.
        case paused(until: Timestamp)
        /// The service gave no readable answer: it is responsible, or no one.
        case failed
        /// More requests than can be answered: no one is responsible.
        case busy
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
