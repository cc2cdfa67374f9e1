import Localisation
package import Serving
import Storage
import Streaming

extension Feature {
    /// Films and music.
    package static let media = Feature(
        "media", pageKinds: [.media], jobKinds: [.media], data: MediaData.add,
        homeCard: { $0.libraries.media == nil || $1.person == nil ? nil : MediaPage.homeCard($1.words) },
        routes: [
            .get("/media", .people) { try await MediaPage($0, $2).list(for: $1) },
            .get("/media/items/:item", .people) { engine, _, context in try await MediaPage(engine, context).one() },
            .get("/media/items/:item/art", .people) { try await MediaPage($0, $2).art(for: $1) },
            .post("/media/items/:item/playlists", .people) { try await MediaPage($0, $2).addToPlaylist($1) },
            .get("/media/playlists/:playlist", .people) { try await PlaylistPage($0, $2).page(for: $1) },
            .post("/media/playlists/:playlist", .people) { try await PlaylistPage($0, $2).change($1) },
            // Needs the token.
            .get(MediaStreams.path, .anyone) { try await MediaStreams($0, $2).answer(to: $1) },
        ],
        endpoints: MediaAPI.endpoints + PlaylistsAPI.endpoints)
}

extension MediaPage {
    /// For the first page.
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
