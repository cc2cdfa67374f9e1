/// A file of the media library: a film, an episode, a piece of music, or one that can't be played, with the reason.
package struct MediaFile: Identifiable, Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        case film, episode, track
    }

    /// Where it is, and which version of it was looked at.
    package struct Place: Hashable, Sendable {
        /// The folder of the library, as the operator named it.
        package let folder: String
        /// Below the folder, without a slash at its beginning.
        package let path: String
        /// Bytes.
        package let size: Int
        package let modified: Timestamp

        package init(folder: String, path: String, size: Int, modified: Timestamp) {
            (self.folder, self.path, self.size, self.modified) = (folder, path, size, modified)
        }
    }

    /// What it is called, and where it belongs.
    package struct Name: Hashable, Sendable {
        /// The version of the rules that make names of paths and tags. The library names again what an earlier one named.
        package static let rules = 1

        package var kind: Kind
        package var title: String
        package var artist: String?
        package var album: String?
        package var track: Int?
        package var series: String?
        package var season: Int?
        package var episode: Int?
        package var year: Int?

        package init(
            kind: Kind, title: String, artist: String? = nil, album: String? = nil, track: Int? = nil, series: String? = nil,
            season: Int? = nil, episode: Int? = nil, year: Int? = nil
        ) {
            (self.kind, self.title, self.artist, self.album, self.track) = (kind, title, artist, album, track)
            (self.series, self.season, self.episode, self.year) = (series, season, episode, year)
        }
    }

    /// What a look into it has found.
    package enum Contents: Hashable, Sendable {
        case playable(MediaTracks, MediaCuts)
        case unplayable(MediaFault)
    }

    /// Stays the same while the file stays at its place, whatever is in it, and goes with the file when it is moved or renamed.
    package let id: Int64
    package var place: Place
    package var name: Name
    package var contents: Contents
    /// When the library first saw it.
    package var added: Timestamp
    /// A picture that lies beside it, below the folder of the library; nil: there is none.
    package var sleeve: String?

    package init(id: Int64, place: Place, name: Name, contents: Contents, added: Timestamp, sleeve: String? = nil) {
        (self.id, self.place, self.name, self.contents, self.added) = (id, place, name, contents, added)
        self.sleeve = sleeve
    }

    /// nil if it can't be played.
    package var duration: MediaTime? {
        guard case .playable(_, let cuts) = contents else { return nil }
        return cuts.end
    }
}
