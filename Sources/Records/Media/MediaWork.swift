/// A work to which files of the library belong: a film in all its versions and parts, a series, an album, a book; or the artist of albums.
package struct MediaWork: Identifiable, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable { case film, series, album, book, artist }

    /// Stays the same while any of its files has this name.
    package let id: Int64
    package let kind: Kind
    /// Empty for songs that are on no album.
    package let title: String
    /// The artist of an album, the author of a book. nil for an album of several artists.
    package let creator: String?
    /// An album's artist.
    package let parent: ID?
    package let year: Int?
    /// The number of present files, without extras; for a series, of episodes; for an artist, of albums.
    package let count: Int
    /// A file whose picture represents it.
    package let cover: MediaFile.ID?
    /// The library has a picture that was made for it: a cover or a poster, not a frame.
    package let hasOwnPoster: Bool
    /// The film's file that its page plays first.
    package let only: MediaFile.ID?
    /// The length of that file. nil if it can't be played.
    package let duration: MediaTime?
    /// The current person has watched all its files. Always false for albums and artists.
    package let isWatched: Bool
    /// A series' description, from the `.nfo` in its folder.
    package let plot: String?
    /// The picture in a series' folder.
    package let poster: Poster?
    /// Another server's answer about it.
    package let found: MediaFinding?

    /// It shows a cover or a poster, its own or a downloaded one.
    package var hasPoster: Bool { hasOwnPoster || showsFoundPicture }
    /// A downloaded picture represents it, because the library has none of its own.
    package var showsFoundPicture: Bool { !hasOwnPoster && found?.picture != nil }

    /// A picture in a folder of the library.
    package struct Poster: Hashable, Sendable {
        package let folder: String
        package let path: String

        package init(folder: String, path: String) { (self.folder, self.path) = (folder, path) }
    }

    package init(
        id: Int64, kind: Kind, title: String, creator: String? = nil, parent: ID? = nil, year: Int? = nil, count: Int = 0,
        cover: MediaFile.ID? = nil, hasOwnPoster: Bool = false, only: MediaFile.ID? = nil, duration: MediaTime? = nil,
        isWatched: Bool = false, plot: String? = nil, poster: Poster? = nil, found: MediaFinding? = nil
    ) {
        (self.id, self.kind, self.title, self.creator, self.parent, self.year) = (id, kind, title, creator, parent, year)
        (self.count, self.cover, self.hasOwnPoster, self.only, self.duration) = (count, cover, hasOwnPoster, only, duration)
        (self.isWatched, self.plot, self.poster, self.found) = (isWatched, plot, poster, found)
    }
}

/// A file of a work, for its page.
package struct MediaEntry: Identifiable, Hashable, Sendable {
    package let id: MediaFile.ID
    package let work: MediaWork.ID?
    package let kind: MediaFile.Kind
    package let isExtra: Bool
    package let title: String
    package let artist: String?
    package let season: Int?
    package let episode: Int?
    package let lastEpisode: Int?
    package let aired: CalendarDate?
    package let disc: Int?
    package let track: Int?
    package let version: String?
    package let part: Int?
    /// nil if it can't be played.
    package let duration: MediaTime?
    /// Pixels, as shown; nil without a video.
    package let height: Int?
    /// The file's size in bytes.
    package let size: Int
    package let hasArt: Bool
    package let isUnsure: Bool
    /// Whether the current person has watched it.
    package let isWatched: Bool
    /// The current person's position.
    package let position: MediaTime?

    package init(
        id: MediaFile.ID, work: MediaWork.ID?, kind: MediaFile.Kind, isExtra: Bool = false, title: String, artist: String? = nil,
        season: Int? = nil, episode: Int? = nil, lastEpisode: Int? = nil, aired: CalendarDate? = nil, disc: Int? = nil, track: Int? = nil,
        version: String? = nil, part: Int? = nil, duration: MediaTime? = nil, height: Int? = nil, size: Int = 0, hasArt: Bool = false,
        isUnsure: Bool = false, isWatched: Bool = false, position: MediaTime? = nil
    ) {
        (self.id, self.work, self.kind, self.isExtra, self.title, self.artist) = (id, work, kind, isExtra, title, artist)
        (self.season, self.episode, self.lastEpisode, self.aired) = (season, episode, lastEpisode, aired)
        (self.disc, self.track, self.version, self.part) = (disc, track, version, part)
        (self.duration, self.height, self.size, self.hasArt) = (duration, height, size, hasArt)
        (self.isUnsure, self.isWatched, self.position) = (isUnsure, isWatched, position)
    }
}

/// A season of a series.
package struct MediaSeason: Hashable, Sendable {
    /// 0 for specials. nil for episodes that are only numbered from the start of the series, or dated.
    package let number: Int?
    /// Episodes, of which a file may have several.
    package let count: Int
    /// Episodes that the current person hasn't watched.
    package let left: Int

    package init(number: Int?, count: Int, left: Int) { (self.number, self.count, self.left) = (number, count, left) }
}

extension MediaFile.Name {
    /// The maximum number of episodes in one file.
    private static let episodesInFile = 100

    /// The position of a file within its work, and that of the last episode in it: by season and episode, day, disc and track, or part.
    package var order: (first: Int, last: Int) {
        switch kind {
        case .episode:
            if episode == nil, let day = details.aired {
                let place = Int(day.year) * 10_000 + Int(day.month) * 100 + Int(day.day)
                return (place, place)
            }
            let season = (season ?? 1).clamped(to: 0...10_000) * 100_000
            let first = season + (episode ?? 0).clamped(to: 0...99_999)
            let last = season + (details.lastEpisode ?? 0).clamped(to: 0...99_999)
            return (first, last.clamped(to: first...first + Self.episodesInFile - 1))
        case .track:
            let place = (details.disc ?? 1).clamped(to: 0...9999) * 10_000 + (track ?? 9999).clamped(to: 0...9999)
            return (place, place)
        case .film:
            let place = (details.part ?? 0).clamped(to: 0...99)
            return (place, place)
        }
    }
}

/// The meaning of a position in a file.
package enum MediaProgress: Hashable, Sendable {
    /// Nothing to resume yet.
    case beginning
    case underWay
    /// It counts as watched; the position is stored, for example for the credits.
    case nearEnd
    case over

    private static let least = MediaTime(seconds: 5)
    private static let rest = MediaTime(seconds: 15)

    package init(_ position: MediaTime, of duration: MediaTime) {
        self =
            if position + Self.rest >= duration {
                .over
            } else if position < Self.least {
                .beginning
            } else {
                position.microseconds >= duration.microseconds / 10 * 9 ? .nearEnd : .underWay
            }
    }
}

/// A person's correction of a file's name, which overrides its path and tags. nil leaves a field as found.
package struct MediaCorrection: Hashable, Sendable {
    package enum Limits {
        /// Limit of a text in characters.
        package static let text = 200
        package static let years = 1...9999
        package static let numbers = 0...9999
    }

    package var title: String?
    package var year: Int?
    package var series: String?
    package var season: Int?
    package var episode: Int?
    package var album: String?
    /// The artist of an album, the author of a book.
    package var artist: String?

    package init(
        title: String? = nil, year: Int? = nil, series: String? = nil, season: Int? = nil, episode: Int? = nil, album: String? = nil,
        artist: String? = nil
    ) {
        (self.title, self.year, self.series, self.season) = (title, year, series, season)
        (self.episode, self.album, self.artist) = (episode, album, artist)
    }

    package var isEmpty: Bool { self == MediaCorrection() }

    /// The fields of `other` where set, otherwise these.
    package func merging(_ other: MediaCorrection) -> MediaCorrection {
        MediaCorrection(
            title: other.title ?? title, year: other.year ?? year, series: other.series ?? series, season: other.season ?? season,
            episode: other.episode ?? episode, album: other.album ?? album, artist: other.artist ?? artist)
    }

    /// The corrected name. A film or extra with a series or an episode number becomes an episode.
    package func applied(to name: MediaFile.Name) -> MediaFile.Name {
        guard !isEmpty else { return name }
        var name = name
        name.details.isUnsure = false
        if name.kind == .film, series != nil || episode != nil {
            name.kind = .episode
            name.details.isExtra = false
            (name.details.film, name.details.version, name.details.part) = (nil, nil, nil)
        }
        if let title {
            name.title = title
            if name.kind == .film {
                let marks = [name.details.version, name.details.part.map(String.init)].compactMap { $0 }.map { " (\($0))" }.joined()
                name.details.film = marks.isEmpty ? nil : title
                name.title = title + marks
            }
        }
        name.year = year ?? name.year
        if name.kind == .episode {
            name.series = series ?? name.series
            name.season = season ?? name.season
            if let episode { (name.episode, name.details.lastEpisode, name.details.aired) = (episode, nil, nil) }
        }
        if name.kind == .track {
            name.album = album ?? name.album
            if let artist {
                name.details.albumArtist = artist
                if name.details.isBook || name.artist == nil { name.artist = artist }
            }
        }
        return name
    }
}
