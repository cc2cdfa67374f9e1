/// A file of the media library: a film, an episode or a piece of music. If it can't be played, it has the reason.
package struct MediaFile: Identifiable, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        case film, episode, track
    }

    /// Where it is, and which version of it was scanned.
    package struct Place: Hashable, Sendable {
        /// The folder of the library, as the operator named it.
        package let folder: String
        /// Relative to the folder, without a leading slash.
        package let path: String
        /// The file's size in bytes.
        package let size: Int
        package let modified: Timestamp

        package init(folder: String, path: String, size: Int, modified: Timestamp) {
            (self.folder, self.path, self.size, self.modified) = (folder, path, size, modified)
        }
    }

    /// Its title, and where it belongs.
    package struct Name: Hashable, Sendable {
        /// The version of the naming rules for paths and tags. The library renames entries of earlier versions.
        package static let rules = 3

        package var kind: Kind
        package var title: String
        package var artist: String?
        package var album: String?
        package var track: Int?
        package var series: String?
        package var season: Int?
        package var episode: Int?
        package var year: Int?
        package var details = Details()

        package init(
            kind: Kind, title: String, artist: String? = nil, album: String? = nil, track: Int? = nil, series: String? = nil,
            season: Int? = nil, episode: Int? = nil, year: Int? = nil
        ) {
            (self.kind, self.title, self.artist, self.album, self.track) = (kind, title, artist, album, track)
            (self.series, self.season, self.episode, self.year) = (series, season, episode, year)
        }
    }

    /// Details that arrange files on shelves, in addition to the displayed names.
    package struct Details: Hashable, Sendable {
        /// A film's title without its version and part; nil if they are the same.
        package var film: String?
        /// `1080p`, `Director's Cut`.
        package var version: String?
        /// From 1, for a film in several files.
        package var part: Int?
        /// A trailer or another extra, and the film or series it belongs to, if known.
        package var isExtra = false
        package var owner: String?
        /// The last episode in a file with several.
        package var lastEpisode: Int?
        /// The broadcast date of an episode that has no number.
        package var aired: CalendarDate?
        package var isBook = false
        package var albumArtist: String?
        package var disc: Int?
        /// The number of a book in its series: `2`, `0.5`.
        package var volume: String?
        /// The name is a guess.
        package var isUnsure = false
        /// A description, from the `.nfo` beside it.
        package var plot: String?
        /// The series' description. Not read with a file: the series has it.
        package var seriesPlot: String?
        /// The path of the picture in its series' folder. Not read with a file: the series has it.
        package var seriesPoster: String?
        /// Ids of a film, or of an episode's series, by site: `imdb`, `tmdb`, `tvdb`. From the `.nfo` beside it or from names.
        package var ids: [String: String] = [:]
        /// Why a `.nfo` beside it isn't used.
        package var noteFault: NoteFault?

        package init() {}
    }

    /// Why a `.nfo` can't be used.
    package enum NoteFault: String, Error, Hashable, Sendable {
        case tooLarge, malformed
    }

    /// The result of a scan.
    package enum Contents: Hashable, Sendable {
        /// The version of the examination of files. Files of earlier versions are examined again: 1 added chapters.
        package static let looks = 1

        case playable(MediaTracks, MediaCuts)
        case unplayable(MediaFault)
    }

    /// Stays the same while the file stays at its path, even if its contents change, and moves with the file.
    package let id: Int64
    package var place: Place
    package var name: Name
    package var contents: Contents
    /// When the library first found it.
    package var added: Timestamp
    /// The path of a picture next to it, relative to the library's folder; nil if there is none.
    package var coverArt: String?

    package init(id: Int64, place: Place, name: Name, contents: Contents, added: Timestamp, coverArt: String? = nil) {
        (self.id, self.place, self.name, self.contents, self.added) = (id, place, name, contents, added)
        self.coverArt = coverArt
    }

    /// nil if it can't be played.
    package var duration: MediaTime? {
        guard case .playable(_, let cuts) = contents else { return nil }
        return cuts.end
    }
}
