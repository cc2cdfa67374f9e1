/// A question to other servers about a work of the library: its plot, and a poster or a cover.
package struct MediaQuestion: Identifiable, Hashable, Sendable {
    /// The work.
    package let id: MediaWork.ID
    package let kind: MediaWork.Kind
    package let title: String
    /// The artist of an album.
    package let creator: String?
    package let year: Int?
    /// By site: `["tmdb": "7"]`.
    package let ids: [String: String]
    /// The library has no picture of its own for it.
    package let wantsPicture: Bool
    /// The library has no plot of its own for it.
    package let wantsPlot: Bool

    package init(
        id: MediaWork.ID, kind: MediaWork.Kind, title: String, creator: String? = nil, year: Int? = nil, ids: [String: String] = [:],
        wantsPicture: Bool = true, wantsPlot: Bool = true
    ) {
        (self.id, self.kind, self.title, self.creator, self.year, self.ids) = (id, kind, title, creator, year, ids)
        (self.wantsPicture, self.wantsPlot) = (wantsPicture, wantsPlot)
    }

    /// Equal for equal questions; stored with the answer.
    package var text: String {
        let ids = ids.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([kind.rawValue, title, creator ?? "", year.map(String.init) ?? ""] + ids).joined(separator: "|").limited(to: 1000)
    }
}

/// The findings about a work, and their source.
package struct MediaFinding: Hashable, Sendable {
    package enum Source: String, CaseIterable, Hashable, Sendable {
        case tmdb
        case musicBrainz = "musicbrainz"

        /// The kinds of works that the source knows.
        package var kinds: [MediaWork.Kind] {
            switch self {
            case .tmdb: [.film, .series]
            case .musicBrainz: [.album]
            }
        }

        /// Limit of a plot in characters.
        package static let plotLimit = 4000
    }

    package let source: Source
    /// The source's id: a number or a UUID.
    package let id: String
    package let plot: String?
    /// The file name of its downloaded picture.
    package let picture: String?

    package init(_ source: Source, id: String, plot: String? = nil, picture: String? = nil) {
        (self.source, self.id, self.plot, self.picture) = (source, id, plot, picture)
    }
}

/// A pause for a source, and its reason.
package struct MediaSourceRest: Hashable, Sendable {
    package let source: MediaFinding.Source
    /// When it may be asked again; nil until another key is set.
    package let ends: Timestamp?
    /// A digest of the rejected key; empty for another reason.
    package let key: String

    package init(_ source: MediaFinding.Source, until ends: Timestamp?, key: String = "") {
        (self.source, self.ends, self.key) = (source, ends, key)
    }
}
