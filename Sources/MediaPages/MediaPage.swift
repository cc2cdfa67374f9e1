import HTTPTypes
package import Hummingbird
import Localisation
import Records
import ServiceLifecycle
package import Serving
import Storage
import Streaming

/// `/media`: the library, and each of its files with a player. For people who are signed in.
package struct MediaPage: Sendable {
    package static let path = "/media"
    private static let pageLength = 60
    private static let startedShown = 6
    private static let queueLimit = 500

    private let feature: MediaFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func list(for request: Request) async throws -> Response {
        let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
        var model = MediaListModel(isSetUp: feature.media != nil, isAdministrator: person.role == .administrator)
        model.search = (query["q"] ?? "").limited(to: 200)
        model.kind = query["kind"].flatMap { MediaFile.Kind(rawValue: $0) }
        model.order = query["sort"].flatMap { MediaStore.MediaOrder(rawValue: $0) } ?? .added
        model.offset = (query["offset"].flatMap { Int($0) } ?? 0).clamped(to: 0...MediaStore.mediaLimit)
        if model.isSetUp {
            let files = try await feature.store.media.mediaFiles(
                searching: model.search, kind: model.kind, by: model.order, offset: model.offset, limit: Self.pageLength + 1)
            model.files = Array(files.prefix(Self.pageLength))
            model.next = files.count > Self.pageLength ? model.offset + Self.pageLength : nil
            if model.search.isEmpty, model.kind == nil, model.offset == 0 {
                model.playlists = try await feature.store.media.mediaPlaylists(of: person.id)
                model.started = try await feature.store.media.mediaPositions(of: person.id, limit: Self.startedShown)
            }
        }
        return .page(MediaListView(words: context.words, model: model).page(context.reader, assets: feature.assets.prefix))
    }

    package func one() async throws -> Response {
        let file = try await file()
        let queue = try await feature.store.media.mediaFiles(with: file, limit: Self.queueLimit)
        let position = try await feature.store.media.mediaPosition(of: file.id, for: person.id)
        let view = MediaItemView(
            words: context.words, file: file, position: position, queue: queue.count > 1 ? queue : [],
            playlists: try await feature.store.media.mediaPlaylists(of: person.id), token: context.formTokenField)
        return Self.answer(view.page(context.reader, assets: feature.assets.prefix))
    }

    /// Appends it to a playlist, or to a new one.
    package func addToPlaylist(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let file = try await file()
        let (id, outcome): (MediaPlaylist.ID?, MediaPlaylist.Outcome)
        if let known = form["playlist"].flatMap({ Int64($0) }) {
            (id, outcome) = (known, try await feature.store.media.changeMediaPlaylist(known, .add(file.id), of: person.id, at: .system()))
        } else {
            (id, outcome) = try await feature.store.media.addMediaPlaylist(
                named: context.words("New playlist"), [file.id], for: person.id, at: .system())
        }
        switch outcome {
        case .done: return .on(to: id.map(PlaylistPage.path(of:)) ?? Self.path)
        case .full: throw Refusal(.conflict, "You’ve reached the limit. Remove something from your playlists first.")
        case .missing, .unknownItem: throw Refusal(.notFound, "There’s no such playlist.")
        }
    }

    /// A page with a player.
    package static func answer(_ page: HTML) -> Response {
        var page = Response.page(page)
        // `segment-player.js` passes players `blob:` addresses.
        page.headers[.contentSecurityPolicy] = SecurityHeaders.policy + "; media-src 'self' blob:"
        return page
    }

    /// An album's cover, a picture beside the file, or a frame of a film.
    package func art(for request: Request) async throws -> Response {
        let file = try await file()
        let art: SegmentMaker.Art?
        do {
            art = try await cancelWhenGracefulShutdown { try await feature.media?.maker.art(of: file, for: person.id) }
        } catch is StreamingError { art = nil }
        guard let art else { throw Refusal(.notFound) }
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, max-age=86400",
            .eTag: "\"\(art.name)\"",
        ]
        return .bytes(art.jpeg, to: request, headers: headers)
    }

    private func file() async throws -> MediaFile {
        guard feature.media != nil, let id = context.parameters.get("item").flatMap({ Int64($0) }),
            let file = try await feature.store.media.mediaFile(id)
        else { throw Refusal(.notFound, "This isn’t in the library any more.") }
        return file
    }
}
