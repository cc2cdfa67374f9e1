package import Records

/// The evaluation of a service's candidates: the first plausible one, or why there is none. Services make mistakes, and answers may be
/// forged.
package enum GeocodeVerdict: Hashable, Sendable {
    case found(GeocodeCandidate, Position)
    /// The service doesn't know the address.
    case unknown
    /// The answer is implausible; half a sentence about the first candidate.
    case refused(String)
}

extension GeocodeQuestion {
    package func verdict(on candidates: [GeocodeCandidate]) -> GeocodeVerdict {
        var first: String?
        for candidate in candidates.prefix(Geocoders.candidateLimit) {
            guard let position = candidate.position else {
                first = first ?? "its position isn't on earth, or is 0, 0"
                continue
            }
            if let fault = fault(of: candidate, at: position) { first = first ?? fault } else { return .found(candidate, position) }
        }
        return first.map { .refused($0) } ?? .unknown
    }

    private func fault(of candidate: GeocodeCandidate, at position: Position) -> String? {
        if let country = candidate.country, !countries.isEmpty, !countries.contains(country) {
            return "it lies in the country \(country), and not in \(countries.joined(separator: ", "))"
        }
        if let breadth = candidate.breadth, breadth > widest {
            return "it is a whole region\(breadth.isFinite ? ", \(Self.kilometres(breadth)) across" : "")"
        }
        if let area {
            let distance = position.metres(to: area.centre)
            if distance > area.metres {
                return "it lies \(Self.kilometres(distance)) from \(area.centre), and has to within \(Self.kilometres(area.metres))"
            }
        }
        return nil
    }

    private static func kilometres(_ metres: Double) -> String { "\(Int(clamping: (metres / 1000).rounded())) km" }
}

extension GeocodeCandidate {
    /// The width of a box between two corners in degrees north and east; nil if the box is invalid.
    static func breadth(south: Double?, west: Double?, north: Double?, east: Double?) -> Double? {
        guard let south, let west, let north, let east, let low = Position(latitude: south, longitude: west),
            let high = Position(latitude: north, longitude: east)
        else { return nil }
        return low.metres(to: high)
    }
}
