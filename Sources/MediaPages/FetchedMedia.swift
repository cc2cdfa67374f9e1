package import Hummingbird
import Localisation
import Records
package import Serving
import Storage
import Streaming

/// What other servers said about the library: how pages name them, and how administrators remove all of it.
package struct FetchedMedia: Sendable {
    private let feature: MediaFeature

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        guard try context.knownPerson().role == .administrator else { throw Refusal(.forbidden) }
        self.feature = feature
    }

    /// `/media/found`: removes plots, posters and covers that were fetched. The page of settings has the button.
    package func remove(_ request: Request) async throws -> Response {
        _ = try await request.form()
        try await feature.store.media.removeMediaLookUps()
        feature.pictures?.removeAll()
        return .on(to: "\(MainWays.server)#media")
    }
}

/// Names the source of what a page shows of it, as the source asks for.
enum MediaCredit {
    private static let (tmdb, musicBrainz) = ("https://www.themoviedb.org/", "https://musicbrainz.org/")
    /// The Movie Database wants this sentence as it is.
    private static let notice = "This product uses the TMDB API but is not endorsed or certified by TMDB."

    /// nil if the page shows nothing of it. `showsPlot`: the plot on the page is the source's.
    static func view(_ words: Words, of work: MediaWork, showsPlot: Bool) -> HTML? {
        guard let found = work.found, showsPlot || work.showsFoundPicture else { return nil }
        let (link, more): (HTML, HTML?) =
            switch found.source {
            case .tmdb:
                (
                    Self.link("\(tmdb)\(work.kind == .series ? "tv" : "movie")/\(found.id)", "The Movie Database"),
                    " <span lang=\"en\" dir=\"ltr\">\(notice)</span>"
                )
            case .musicBrainz:
                (
                    """
                    \(Self.link("\(musicBrainz)release-group/\(found.id)", "MusicBrainz")) · \
                    \(Self.link("https://coverartarchive.org/", "Cover Art Archive"))
                    """,
                    nil
                )
            }
        return "<p class=\"media-facts media-credit\" data-of-file>\(words.html("Data from \(link)"))\(more)</p>"
    }

    private static func link(_ address: String, _ name: String) -> HTML {
        "<a href=\"\(address)\" rel=\"noreferrer noopener\">\(name)</a>"
    }
}
