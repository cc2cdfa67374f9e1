package import Fetching
package import Foundation
package import Records

/// A service that knows films, series or albums: builds the request for a question, and parses the response. Pure: `MediaLookUps` sends and
/// waits.
package protocol LookUpSource: Sendable {
    var source: MediaFinding.Source { get }
    /// The minimum interval between requests.
    var spacing: Duration { get }
    /// A digest of the API key; empty without one.
    var keyDigest: String { get }
    /// Whether the operator configured its address, so that hosts in `allow-hosts` are permitted.
    var isNamed: Bool { get }
    /// nil: the source can't answer this question.
    func address(for question: MediaQuestion) -> URL?
    /// Adds the API key.
    func sign(_ request: inout Request)
    /// The response's information about the requested work; nil: nothing certainly about it. Throws `UnreadableLookUp`.
    func candidate(in answer: [UInt8], for question: MediaQuestion) throws(UnreadableLookUp) -> LookUpCandidate?
}

/// A source's information about a work, before its picture is fetched.
package struct LookUpCandidate: Hashable, Sendable {
    package let id: String
    package let plot: String?
    package let picture: URL?
    /// Whether the picture's address may redirect.
    package let redirects: Bool

    package init(id: String, plot: String? = nil, picture: URL?, redirects: Bool = false) {
        (self.id, self.plot, self.picture, self.redirects) = (id, plot, picture, redirects)
    }
}

/// The response isn't in the source's format.
package struct UnreadableLookUp: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension MediaQuestion {
    /// In the form that `LookUpMatch` takes.
    var wanted: (title: String, creator: String?, year: Int?) { (title, creator, year) }
}

/// Lenient parsing: a malformed value counts as missing, and doesn't affect the rest.
enum LookUpJSON {
    static func decode<Answer: Decodable>(_ type: Answer.Type, from bytes: [UInt8], of name: String) throws(UnreadableLookUp) -> Answer {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw UnreadableLookUp("what \(name) answered can’t be read")
        }
    }

    /// The elements that can be decoded; empty if the value isn't a list.
    struct List<Element: Decodable>: Decodable {
        private struct Maybe: Decodable {
            let element: Element?

            init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
        }

        private static var limit: Int { 100 }

        let elements: [Element]

        init(from decoder: any Decoder) throws {
            var (elements, count): ([Element], Int) = ([], 0)
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd, count < Self.limit {
                    count += 1
                    if let element = try list.decode(Maybe.self).element { elements.append(element) }
                }
            }
            self.elements = elements
        }
    }

    /// A text for display, without control characters and repeated spaces; nil if nothing is left.
    static func text(_ text: String?, _ limit: Int) -> String? {
        let scalars = (text ?? "").unicodeScalars.prefix(4 * limit)
        let plain = String(String.UnicodeScalarView(scalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: limit)
        return words.isEmpty ? nil : words
    }

    /// 1999, for `1999-03-31`.
    static func year(_ date: String?) -> Int? {
        guard let digits = date?.prefix(4), digits.utf8.count == 4, let year = Int(digits), (1000...9999).contains(year) else { return nil }
        return year
    }
}

extension KeyedDecodingContainer {
    /// A text; nil if it is missing or another type.
    func lookUpText(_ key: Key) -> String? { try? decode(String.self, forKey: key) }
    func lookUpNumber(_ key: Key) -> Int? { try? decode(Int.self, forKey: key) }
}
