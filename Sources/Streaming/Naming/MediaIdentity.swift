package import Records

/// What a library file is, according to its path and tags.
package struct MediaIdentity: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case film, episode, song, book
        /// A trailer, a sample, a deleted scene: an extra of a film.
        case extra
    }

    package var kind: Kind
    /// nil for an episode whose name has none.
    package var title: String?
    package var year: Int?

    package var series: String?
    /// 0: specials.
    package var season: Int?
    /// The episodes in the file, in order. Without a season they are numbered from the start of the series.
    package var episodes: [Int] = []
    /// The broadcast date, for an episode identified by it.
    package var date: CalendarDate?

    package var artist: String?
    package var albumArtist: String?
    package var album: String?
    package var disc: Int?
    package var track: Int?

    /// Distinguishes versions of a film: `1080p`, `Director's Cut`.
    package var version: String?
    /// From 1, for a film in several files.
    package var part: Int?
    /// The film that an extra belongs to.
    package var owner: String?
    /// The number of a book in its series: `2`, `0.5`.
    package var volume: String?
    /// Ids by the names of their sites: `["imdb": "tt0012345"]`.
    package var ids: [String: String] = [:]
    /// Whether the name is a guess: a number that may be an episode's, an episode without a series, or a film with an uninformative name.
    package var isUnsure = false

    package init(_ kind: Kind, title: String? = nil, year: Int? = nil) { (self.kind, self.title, self.year) = (kind, title, year) }
}

extension MediaFile.Name {
    /// The displayed name: versions and parts of a film are in brackets, and an episode without a title has its number, which pages write
    /// in words (`isNumber`).
    init(_ identity: MediaIdentity) {
        switch identity.kind {
        case .film:
            let marks = [identity.version, identity.part.map(String.init)].compactMap { $0 }.map { " (\($0))" }.joined()
            self.init(kind: .film, title: (identity.title ?? "") + marks, artist: identity.artist, year: identity.year)
            details.film = marks.isEmpty ? nil : identity.title
            (details.version, details.part) = (identity.version, identity.part)
        case .extra:
            self.init(kind: .film, title: [identity.owner, identity.title].compactMap { $0 }.joined(separator: ": "))
            (details.isExtra, details.owner) = (true, identity.owner)
        case .episode:
            self.init(
                kind: .episode, title: identity.title ?? Self.number(of: identity), series: identity.series, season: identity.season,
                episode: identity.episodes.first)
            details.aired = identity.date
            if let last = identity.episodes.last, identity.episodes.count > 1 { details.lastEpisode = last }
        case .song, .book:
            self.init(
                kind: .track, title: identity.title ?? identity.album ?? "", artist: identity.artist ?? identity.albumArtist,
                album: identity.album,
                track: identity.track, year: identity.year)
            details.isBook = identity.kind == .book
            (details.albumArtist, details.disc, details.volume) = (identity.albumArtist, identity.disc, identity.volume)
        }
        details.isUnsure = identity.isUnsure
    }

    /// Whether a title is an episode's number, because it has no other.
    package static func isNumber(_ title: String) -> Bool { title.wholeMatch(of: /(?:S[0-9]+)?(?:E[0-9]+)+/) != nil }

    /// `S02E05`, `E136`, `2017-11-27`.
    private static func number(of identity: MediaIdentity) -> String {
        if let date = identity.date { return date.description }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let season = identity.season.map { "S\(padded($0))" } ?? ""
        return season + identity.episodes.map { "E\(padded($0))" }.joined(separator: "")
    }
}
