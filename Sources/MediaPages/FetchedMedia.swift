package import Hummingbird
import Localisation
import Records
package import Serving
import Storage
import Streaming

/// Data from other services about the library: their credits on pages, and the removal of all such data by administrators.
package struct FetchedMedia: Sendable {
    private let feature: MediaFeature

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        guard try context.knownPerson().role == .administrator else { throw Refusal(.forbidden) }
        self.feature = feature
    }

    /// `/media/found`: removes fetched plots, posters and covers. The button is on the settings page.
    package func remove(_ request: Request) async throws -> Response {
        _ = try await request.form()
        try await feature.store.media.removeMediaLookUps()
        feature.pictures?.removeAll()
        return .on(to: "\(MainWays.server)#media")
    }
}

/// Credits the source of a page's data, in the form that the source requires.
enum MediaCredit {
    private static let (tmdb, musicBrainz) = ("https://www.themoviedb.org/", "https://musicbrainz.org/")
    /// The Movie Database requires this exact sentence.
    private static let notice = "This product uses the TMDB API but is not endorsed or certified by TMDB."

    /// nil if the page shows none of its data. `showsPlot`: the plot on the page is from the source.
    static func view(_ words: Words, of work: MediaWork, showsPlot: Bool) -> HTML? {
        guard let found = work.found, showsPlot || work.showsFoundPicture else { return nil }
        let (link, more): (HTML, HTML?) =
            switch found.source {
            case .tmdb:
                (
                    Self.link("\(tmdb)\(work.kind == .series ? "tv" : "movie")/\(found.id)", "The Movie Database"),
                    #" <span lang="en" dir="ltr">\#(notice)</span>"#
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
        return #"<p class="media-facts media-credit" data-of-file>\#(words.html("Data from \(link)"))\#(more)</p>"#
    }

    private static func link(_ address: String, _ name: String) -> HTML {
        #"<a href="\#(address)" rel="noreferrer noopener">\#(name)</a>"#
    }
}
