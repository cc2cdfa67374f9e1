import Crypto
package import Fetching
package import Foundation
package import Records

/// The Movie Database (TMDB), version 3 of its API: films and series.
///
/// An id in a name or a note is looked up directly. Otherwise, the results of a search by title and year go through `LookUpMatch`.
package struct MovieDatabase: LookUpSource {
    package static let defaultAddress = "https://api.themoviedb.org/3/"
    package static let defaultPictures = "https://image.tmdb.org/t/p/w500/"

    private let address: URL
    private let pictures: URL
    private let key: SecretText
    package let isNamed: Bool

    package var source: MediaFinding.Source { .tmdb }
    /// Four requests a second; it allows about forty.
    package var spacing: Duration { .milliseconds(250) }

    /// `key`: a read token of version 4 or a key of version 3, which has 32 hexadecimal digits. nil if it is neither.
    package init?(key: SecretText, address: URL? = nil, pictures: URL? = nil) {
        let text = key.text(for: .itsServer)
        guard (20...2000).contains(text.utf8.count), text.utf8.allSatisfy({ Self.letters.contains($0) }),
            let defaultAddress = URL(string: Self.defaultAddress), let defaultPictures = URL(string: Self.defaultPictures)
        else { return nil }
        (self.key, self.address, self.pictures) = (key, address ?? defaultAddress, pictures ?? defaultPictures)
        isNamed = address != nil || pictures != nil
    }

    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

    package var keyDigest: String {
        SHA256.hash(data: Data(key.text(for: .itsServer).utf8)).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    package func sign(_ request: inout Request) {
        let text = key.text(for: .itsServer)
        if text.utf8.count == 32, text.allSatisfy(\.isHexDigit) {
            request.secretQuery = SecretQuery(name: "api_key", value: text)
        } else {
            request.secretHeader = SecretHeader(name: "Authorization", value: "Bearer \(text)")
        }
    }

    // MARK: Requests

    package func address(for question: MediaQuestion) -> URL? {
        let kind = question.kind == .series ? "tv" : "movie"
        guard source.kinds.contains(question.kind) else { return nil }
        if let id = Self.number(question.ids["tmdb"]) { return made("\(kind)/\(id)") }
        if let id = question.ids["imdb"], Self.isIMDb(id) { return made("find/\(id)", ["external_source": "imdb_id"]) }
        if question.kind == .series, let id = Self.number(question.ids["tvdb"]) {
            return made("find/\(id)", ["external_source": "tvdb_id"])
        }
        let (title, year) = Self.titleAndYear(question)
        guard question.kind == .series || year != nil else { return nil }
        var query = ["query": title.limited(to: 200), "include_adult": "false"]
        if let year { query[question.kind == .series ? "first_air_date_year" : "year"] = String(year) }
        return made("search/\(kind)", query)
    }

    private func made(_ path: String, _ query: [String: String] = [:]) -> URL? {
        guard var parts = URLComponents(url: address.appendingPathComponent(path), resolvingAgainstBaseURL: false) else { return nil }
        if !query.isEmpty { parts.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) } }
        // The server would decode a plus as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return parts.url
    }

    private static func number(_ id: String?) -> Int? { id.flatMap { Int($0) }.flatMap { (1...999_999_999).contains($0) ? $0 : nil } }

    private static func isIMDb(_ id: String) -> Bool {
        let digits = id.dropFirst(2).utf8
        return id.hasPrefix("tt") && (7...10).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static let bracketed = NamePattern(#"^(.+?)\s*\(((?:19|20)\d\d)\)$"#)

    /// A series' title may have its year in brackets.
    private static func titleAndYear(_ question: MediaQuestion) -> (title: String, year: Int?) {
        guard question.kind == .series, let found = bracketed.first(in: question.title), let title = found[1] else {
            return (question.title, question.year)
        }
        return (title, question.year ?? found.number(2))
    }

    // MARK: Responses

    private struct Entry: Decodable {
        let id: Int?
        let titles: [String]
        let year: Int?
        let plot: String?
        let picture: String?

        private enum Keys: String, CodingKey {
            case id, title, name, overview
            case originalTitle = "original_title"
            case originalName = "original_name"
            case released = "release_date"
            case aired = "first_air_date"
            case poster = "poster_path"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            id = values.lookUpNumber(.id)
            titles = [Keys.title, .name, .originalTitle, .originalName].compactMap { values.lookUpText($0)?.limited(to: 300) }
            year = LookUpJSON.year(values.lookUpText(.released) ?? values.lookUpText(.aired))
            plot = LookUpJSON.text(values.lookUpText(.overview), MediaFinding.Source.plotLimit)
            picture = values.lookUpText(.poster)
        }
    }

    private struct Answer: Decodable {
        let results: [Entry]?
        let films: [Entry]
        let series: [Entry]
        let total: Int?

        private enum Keys: String, CodingKey {
            case results
            case films = "movie_results"
            case series = "tv_results"
            case total = "total_results"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            func list(_ key: Keys) -> [Entry]? { (try? values.decode(LookUpJSON.List<Entry>.self, forKey: key))?.elements }
            (results, films, series) = (list(.results), list(.films) ?? [], list(.series) ?? [])
            total = values.lookUpNumber(.total)
        }
    }

    package func candidate(in answer: [UInt8], for question: MediaQuestion) throws(UnreadableLookUp) -> LookUpCandidate? {
        if let id = Self.number(question.ids["tmdb"]) {
            let entry = try LookUpJSON.decode(Entry.self, from: answer, of: "The Movie Database")
            return entry.id == id ? candidate(entry) : nil
        }
        let read = try LookUpJSON.decode(Answer.self, from: answer, of: "The Movie Database")
        if let results = read.results {
            let (title, year) = Self.titleAndYear(question)
            let found = LookUpMatch.only(
                of: results.map { .init(titles: $0.titles, year: $0.year) }, for: (title, nil, year),
                isWhole: (read.total ?? results.count) <= results.count)
            return found.flatMap { candidate(results[$0]) }
        }
        let found = question.kind == .series ? read.series : read.films
        return found.count == 1 ? candidate(found[0]) : nil
    }

    private func candidate(_ entry: Entry) -> LookUpCandidate? {
        guard let id = entry.id, (1...999_999_999).contains(id) else { return nil }
        let picture = entry.picture.flatMap { Self.picture.first(in: $0)?[1] }.map { pictures.appendingPathComponent($0) }
        return LookUpCandidate(id: String(id), plot: entry.plot, picture: picture)
    }

    /// Only a plain file name.
    private static let picture = NamePattern(#"^/([a-z0-9_-]{1,100}\.(?:jpg|png))$"#)
}
