package import Records

/// What a file of the library is, as far as its path and its tags say.
package struct MediaIdentity: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case film, episode, song, book
        /// A trailer, a sample, a scene that was cut: something that belongs to a film.
        case extra
    }

    package var kind: Kind
    /// nil for an episode whose name has none.
    package var title: String?
    package var year: Int?

    package var series: String?
    /// 0: specials.
    package var season: Int?
    /// Those in the file, in order. Without a season they count from the series' beginning.
    package var episodes: [Int] = []
    /// The day of a broadcast, of an episode that is known by it.
    package var date: CalendarDate?

    package var artist: String?
    package var albumArtist: String?
    package var album: String?
    package var disc: Int?
    package var track: Int?

    /// What tells a copy of a film from the others beside it: `1080p`, `Director's Cut`.
    package var version: String?
    /// From 1, of a film in several files.
    package var part: Int?
    /// The film to which an extra belongs.
    package var owner: String?
    /// The place of a book in its series: `2`, `0.5`.
    package var volume: String?

    package init(_ kind: Kind, title: String? = nil, year: Int? = nil) { (self.kind, self.title, self.year) = (kind, title, year) }
}

extension MediaFile.Name {
    /// As lists show it: what tells copies and parts of a film apart is in brackets, and an episode without a title has its number, which
    /// all languages read.
    init(_ identity: MediaIdentity) {
        switch identity.kind {
        case .film:
            let marks = [identity.version, identity.part.map(String.init)].compactMap { $0 }.map { " (\($0))" }.joined()
            self.init(kind: .film, title: (identity.title ?? "") + marks, artist: identity.artist, year: identity.year)
        case .extra:
            self.init(kind: .film, title: [identity.owner, identity.title].compactMap { $0 }.joined(separator: ": "))
        case .episode:
            self.init(
                kind: .episode, title: identity.title ?? Self.number(of: identity), series: identity.series, season: identity.season,
                episode: identity.episodes.first)
        case .song, .book:
            self.init(
                kind: .track, title: identity.title ?? identity.album ?? "", artist: identity.artist ?? identity.albumArtist,
                album: identity.album,
                track: identity.track, year: identity.year)
        }
    }

    /// `S02E05`, `E136`, `2017-11-27`.
    private static func number(of identity: MediaIdentity) -> String {
        if let date = identity.date { return date.description }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let season = identity.season.map { "S\(padded($0))" } ?? ""
        return season + identity.episodes.map { "E\(padded($0))" }.joined(separator: "")
    }
}
