package import Fetching
package import Foundation
package import Records

/// A server that knows films, series or albums: builds the request for a question, and reads its answer.
/// Pure: `MediaLookUps` sends and waits.
package protocol LookUpSource: Sendable {
    var source: MediaFinding.Source { get }
    /// The least time from one request to the next.
    var spacing: Duration { get }
    /// A digest of the key that requests carry; empty without one.
    var keyDigest: String { get }
    /// Whether the operator named its addresses, so that those in `allow-hosts` count.
    var isNamed: Bool { get }
    /// nil: it can't be asked.
    func address(for question: MediaQuestion) -> URL?
    /// Adds the key.
    func sign(_ request: inout Request)
    /// What the answer says about the work in question; nil: nothing that is surely about it. Throws `UnreadableLookUp`.
    func candidate(in answer: [UInt8], for question: MediaQuestion) throws(UnreadableLookUp) -> LookUpCandidate?
}

/// What a source says about a work, before its picture is fetched.
package struct LookUpCandidate: Hashable, Sendable {
    package let id: String
    package let plot: String?
    package let picture: URL?
    /// The picture's address may lead to others.
    package let redirects: Bool

    package init(id: String, plot: String? = nil, picture: URL?, redirects: Bool = false) {
        (self.id, self.plot, self.picture, self.redirects) = (id, plot, picture, redirects)
    }
}

/// The bytes are no answer of the source.
package struct UnreadableLookUp: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension MediaQuestion {
    /// For `LookUpMatch`.
    var wanted: (title: String, creator: String?, year: Int?) { (title, creator, year) }
}

/// Reads an answer by bits: what isn't as it should be counts as left out, and doesn't spoil the rest.
enum LookUpJSON {
    static func decode<Answer: Decodable>(_ type: Answer.Type, from bytes: [UInt8], of name: String) throws(UnreadableLookUp) -> Answer {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw UnreadableLookUp("what \(name) answered can’t be read")
        }
    }

    /// The elements that can be read; a list of anything else is empty.
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

    /// A text for a page: without control characters and repeated blanks; nil if nothing is left.
    static func text(_ text: String?, _ limit: Int) -> String? {
        let scalars = (text ?? "").unicodeScalars.prefix(4 * limit)
        let plain = String(String.UnicodeScalarView(scalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: limit)
        return words.isEmpty ? nil : words
    }

    /// The year of `1999-03-31`.
    static func year(_ date: String?) -> Int? {
        guard let digits = date?.prefix(4), digits.utf8.count == 4, let year = Int(digits), (1000...9999).contains(year) else { return nil }
        return year
    }
}

extension KeyedDecodingContainer {
    /// A text; nil if there is none, or something else.
    func lookUpText(_ key: Key) -> String? { try? decode(String.self, forKey: key) }
    func lookUpNumber(_ key: Key) -> Int? { try? decode(Int.self, forKey: key) }
}
