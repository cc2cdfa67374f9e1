package import Fetching
package import Foundation
package import Records

/// MusicBrainz, version 2 of its API, and the Cover Art Archive: the covers of albums.
package struct MusicBrainz: LookUpSource {
    package static let defaultAddress = "https://musicbrainz.org/ws/2/"
    package static let defaultCovers = "https://coverartarchive.org/"

    private let address: URL
    private let covers: URL
    package let isNamed: Bool

    package var source: MediaFinding.Source { .musicBrainz }
    /// It allows one request a second.
    package var spacing: Duration { .milliseconds(1000) }
    package var keyDigest: String { "" }

    package init?(address: URL? = nil, covers: URL? = nil) {
        guard let defaultAddress = URL(string: Self.defaultAddress), let defaultCovers = URL(string: Self.defaultCovers) else { return nil }
        (self.address, self.covers) = (address ?? defaultAddress, covers ?? defaultCovers)
        isNamed = address != nil || covers != nil
    }

    package func sign(_ request: inout Request) {}

    private static let resultLimit = 25

    package func address(for question: MediaQuestion) -> URL? {
        guard source.kinds.contains(question.kind), let creator = question.creator, !question.title.isEmpty,
            var parts = URLComponents(url: address.appendingPathComponent("release-group"), resolvingAgainstBaseURL: false)
        else { return nil }
        let query = "releasegroup:\"\(Self.quoted(question.title))\" AND artist:\"\(Self.quoted(creator))\""
        parts.queryItems = [
            .init(name: "fmt", value: "json"), .init(name: "limit", value: "\(Self.resultLimit)"), .init(name: "query", value: query),
        ]
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return parts.url
    }

    /// Escapes a text for the quotes of a Lucene query.
    private static func quoted(_ text: String) -> String {
        text.limited(to: 200).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private struct Entry: Decodable {
        let id: String?
        let title: String?
        let artist: String?
        let year: Int?

        private enum Keys: String, CodingKey {
            case id, title
            case released = "first-release-date"
            case credit = "artist-credit"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            id = values.lookUpText(.id)
            title = values.lookUpText(.title)?.limited(to: 300)
            year = LookUpJSON.year(values.lookUpText(.released))
            let credits = (try? values.decode(LookUpJSON.List<Credit>.self, forKey: .credit))?.elements ?? []
            artist = credits.isEmpty ? nil : credits.map { $0.name + $0.join }.joined().limited(to: 300)
        }
    }

    /// `Ann`, ` & `
    private struct Credit: Decodable {
        let name: String
        let join: String

        private enum Keys: String, CodingKey {
            case name
            case join = "joinphrase"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            name = (values.lookUpText(.name) ?? "").limited(to: 300)
            join = (values.lookUpText(.join) ?? "").limited(to: 30)
        }
    }

    private struct Answer: Decodable {
        let groups: [Entry]
        let count: Int?

        private enum Keys: String, CodingKey {
            case groups = "release-groups"
            case count
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            groups = (try? values.decode(LookUpJSON.List<Entry>.self, forKey: .groups))?.elements ?? []
            count = values.lookUpNumber(.count)
        }
    }

    private static let identifier = NamePattern(#"^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$"#)

    package func candidate(in answer: [UInt8], for question: MediaQuestion) throws(UnreadableLookUp) -> LookUpCandidate? {
        let read = try LookUpJSON.decode(Answer.self, from: answer, of: "MusicBrainz")
        let candidates = read.groups.map { LookUpMatch.Candidate(titles: [$0.title].compactMap { $0 }, creator: $0.artist, year: $0.year) }
        let found = LookUpMatch.only(
            of: candidates, for: question.wanted, isWhole: (read.count ?? read.groups.count) <= read.groups.count)
        guard let found, let id = read.groups[found].id, let plain = Self.identifier.first(in: id)?[1]?.lowercased() else { return nil }
        // The archive redirects to another host that stores its pictures.
        let picture = covers.appendingPathComponent("release-group/\(plain)/front-500")
        return LookUpCandidate(id: plain, picture: picture, redirects: true)
    }
}
