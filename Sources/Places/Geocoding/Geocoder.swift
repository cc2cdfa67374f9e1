package import Foundation
package import Records

/// A service that knows where addresses are: a question → the address to ask it by, the bytes of its answer → candidates, best first.
///
/// Pure: whether and when it is asked is decided elsewhere, and what it says is believed only after `GeocodeQuestion.verdict(on:)`.
/// There is no call for the beginnings of addresses: their operators forbid to complete what people type.
package protocol Geocoder: Sendable {
    /// As an operator names it in the settings.
    static var name: String { get }
    /// What is shown beside a position of its, where the answer does not say it.
    static var attribution: String { get }
    /// At an installation of it: `https://nominatim.example/`.
    init(at address: URL)
    func url(for question: GeocodeQuestion) -> URL
    /// Throws if the bytes are no answer of such a service.
    func candidates(in answer: [UInt8]) throws(UnreadableAnswer) -> [GeocodeCandidate]
}

package enum Geocoders {
    package static let all: [any Geocoder.Type] = [Nominatim.self, Photon.self]
    /// Candidates that are asked for, and looked at.
    static let candidateLimit = 5
}

/// One place that an address may mean, as a service has it.
package struct GeocodeCandidate: Hashable, Sendable {
    /// nil: none on earth, or 0, 0.
    package var position: Position?
    /// What the service calls it; nil: nothing.
    package var label: String?
    /// ISO 3166-1, two lower-case letters; nil: it does not say.
    package var country: String?
    /// Metres across; nil: it does not say.
    package var breadth: Double?
    /// Whose data it is, in the answer's own words; nil: it does not say.
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

/// What came is no answer of a geocoder: a page to log in to, other software, half of something. Half a sentence for people.
package struct UnreadableAnswer: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension URL {
    /// The address of a service's call below that of the service, with a query.
    func call(_ name: String, _ query: [(name: String, value: String)]) -> URL {
        let base = lastPathComponent == name ? self : appendingPathComponent(name)
        var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) ?? URLComponents()
        parts.percentEncodedQuery = query.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return parts.url ?? base
    }

    /// RFC 3986, section 2.3: all but the unreserved characters, and commas, are encoded.
    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
