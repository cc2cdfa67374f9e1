package import Localisation
import LongJobs
package import Records
package import ServiceLifecycle
package import Serving
import Streaming

extension MediaFeature: Feature {
    package static let pageKinds = [PageKind.media]
    package static let jobKinds = [JobKind.media, .mediaLookUps]

    package var routes: [Route] {
        [
            .get("/media", .people) { try await MediaPage(self, $1).list(for: $0) },
            .get("/media/items/:item", .people) { try await MediaPage(self, $1).one(for: $0) },
            .get("/media/items/:item/art", .people) { try await MediaPage(self, $1).art(for: $0) },
            .post("/media/items/:item", .people) { try await MediaPage(self, $1).change($0) },
            .post("/media/continue", .people) { try await MediaPage(self, $1).emptyContinue($0) },
            .get("/media/works/:work", .people) { try await MediaWorkPage(self, $1).page(for: $0) },
            .get("/media/list.m3u", .people) { try await MediaM3U(self, $1).shelf(for: $0) },
            .get("/media/works/:work/list.m3u", .people) { try await MediaM3U(self, $1).work(for: $0) },
            .get("/media/works/:work/art", .people) { try await MediaWorkPage(self, $1).art(for: $0) },
            .post("/media/works/:work", .people) { try await MediaWorkPage(self, $1).change($0) },
            .post("/media/items/:item/playlists", .people) { try await MediaPage(self, $1).addToPlaylist($0) },
            .get("/media/playlists/:playlist", .people) { try await PlaylistPage(self, $1).page(for: $0) },
            .post("/media/playlists/:playlist", .people) { try await PlaylistPage(self, $1).change($0) },
            .post("/media/found", .administrators) { try await FetchedMedia(self, $1).remove($0) },
            .get("/live/media/:device", .people) { try MediaDevicesAPI.events(self, $1, for: $0) },
            // The token in the path authorises the request.
            .get("/media/podcasts/{token}.xml", .anyone) { try await BookPodcast(self, $1).feed(for: $0) },
            // The token in the path authorises the request.
            .get("/media/podcasts/:token/:item/:name", .anyone) { try await BookPodcast(self, $1).chapter(for: $0) },
            // The token in the path authorises the request.
            .get(MediaStreams.path, .anyone) { try await MediaStreams(self, $1).answer(to: $0) },
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("MediaItem", MediaAPI.itemSchema),
            ("MediaWork", MediaWorksAPI.workSchema),
            ("MediaEntry", MediaWorksAPI.entrySchema),
        ]
    }

    package var endpoints: [Endpoint] {
        MediaAPI.endpoints(self) + MediaWorksAPI.endpoints(self) + PlaylistsAPI.endpoints(self) + MediaDevicesAPI.endpoints(self)
    }

    package var runningServices: [any Service] {
        let maybe: [(any Service)?] = [media, lookUps]
        return maybe.compactMap(\.self)
    }

    package func homeTile(for context: PageContext) -> HomeTile? {
        media == nil || context.person == nil ? nil : HomeTile(context.words("Films and music"), at: MediaPage.path, BoardSymbols.film)
    }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        try await MediaData.add(to: &data, of: person, in: store)
    }
}

extension PageKind {
    package static let media = PageKind("media", styles: ["media", "media-shelves", "list"], scripts: ["media-player", "pull-to-refresh"])
}
