package import Localisation
import LongJobs
package import Records
package import Serving
import Streaming

extension MediaFeature: Feature {
    package static let pageKinds = [PageKind.media]
    package static let jobKinds = [JobKind.media]

    package var routes: [Route] {
        [
            .get("/media", .people) { try await MediaPage(self, $1).list(for: $0) },
            .get("/media/items/:item", .people) { _, context in try await MediaPage(self, context).one() },
            .get("/media/items/:item/art", .people) { try await MediaPage(self, $1).art(for: $0) },
            .post("/media/items/:item/playlists", .people) { try await MediaPage(self, $1).addToPlaylist($0) },
            .get("/media/playlists/:playlist", .people) { try await PlaylistPage(self, $1).page(for: $0) },
            .post("/media/playlists/:playlist", .people) { try await PlaylistPage(self, $1).change($0) },
            // Needs the token.
            .get(MediaStreams.path, .anyone) { try await MediaStreams(self, $1).answer(to: $0) },
        ]
    }

    package var endpoints: [Endpoint] { MediaAPI.endpoints(self) + PlaylistsAPI.endpoints(self) }

    package func homeCard(for context: PageContext) -> HTML? {
        media == nil || context.person == nil ? nil : MediaPage.homeCard(context.words)
    }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        try await MediaData.add(to: &data, of: person, in: store)
    }
}

extension MediaPage {
    /// The card for the home page.
    fileprivate static func homeCard(_ words: Words) -> HTML {
        """
        <li class="card"><h2><a href="\(path)">\(words("Films and music"))</a></h2>\
        <p class="card-about">\(words("Watch them here, or listen on when the screen goes dark."))</p></li>

        """
    }
}

extension PageKind {
    package static let media = PageKind("media", styles: ["media", "list"], scripts: ["media-player", "pull-to-refresh"])
}
