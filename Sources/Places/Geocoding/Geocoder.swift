package import Foundation
package import Records

/// A geocoding service: builds the request address for a query, and parses candidates from the answer, best first.
///
/// Pure: callers decide when to send requests, and trust an answer only after `GeocodeQuestion.verdict(on:)`. There is no autocompletion,
/// because the services' operators forbid it.
package protocol Geocoder: Sendable {
    /// Its name in the settings.
    static var name: String { get }
    /// The attribution of its positions if the answer contains none.
    static var attribution: String { get }
    /// For an installation's base address: `https://nominatim.example/`.
    init(at address: URL)
    func url(for question: GeocodeQuestion) -> URL
    /// Throws if the bytes aren't an answer of this service.
    func candidates(in answer: [UInt8]) throws(UnreadableAnswer) -> [GeocodeCandidate]
}

package enum Geocoders {
    package static let all: [any Geocoder.Type] = [Nominatim.self, Photon.self]
    /// The number of candidates to request and read.
    static let candidateLimit = 5
}

/// A possible position of an address, from a service.
package struct GeocodeCandidate: Hashable, Sendable {
    /// nil if invalid, or 0, 0.
    package var position: Position?
    /// The service's name for it; nil if missing.
    package var label: String?
    /// ISO 3166-1, two lower-case letters; nil if unspecified.
    package var country: String?
    /// The width in metres; nil if unspecified.
    package var breadth: Double?
    /// The attribution from the answer; nil if unspecified.
    package var attribution: String?

    package init(
        _ position: Position?, label: String? = nil, country: String? = nil, breadth: Double? = nil, attribution: String? = nil
    ) {
        self.position = position
        self.label = label
        self.country = country
        self.breadth = breadth
        self.attribution = attribution
    }
}

/// The answer isn't a geocoder's: a login page, other software, a truncated text. Half a sentence for people.
package struct UnreadableAnswer: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension URL {
    /// The address of an API call below the service's address, with a query.
    func call(_ name: String, _ query: [(name: String, value: String)]) -> URL {
        let base = lastPathComponent == name ? self : appendingPathComponent(name)
        var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) ?? URLComponents()
        parts.percentEncodedQuery = query.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return parts.url ?? base
    }

    /// RFC 3986, section 2.3: encodes everything except unreserved characters and commas.
    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
