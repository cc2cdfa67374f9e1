import HTTPTypes
package import Hummingbird
import Localisation
import Logging
import NIOCore
import Records
import ServiceLifecycle
package import Serving
import Storage
import Streaming

/// `/media/play/<file>/<token>/…`: playlists, segments, and the file itself. The token in the path is the only authorisation; all invalid
/// addresses get the same answer.
package struct MediaStreams: Sendable {
    package static let path = "/media/play/:media/:token/:part"
    /// The name of the file itself, followed by its extension.
    private static let direct = "direct"

    private let feature: MediaFeature
    private let context: PageContext

    package init(_ feature: MediaFeature, _ context: PageContext) { (self.feature, self.context) = (feature, context) }

    /// The path for playing a file with a token, from the app's root to the slash before the part.
    static func base(_ file: MediaFile.ID, _ token: PlayToken, _ footing: PersonFooting, by key: LinkKey) -> String {
        "/media/play/\(file)/\(token.text(for: file, footing, by: key))/"
    }

    /// `direct.mp4`
    static func directName(_ file: MediaFile) -> String { directName(path: file.place.path) }
    static func directName(path: String) -> String { "\(direct).\(ending(path))" }

    package func answer(to request: Request) async throws -> Response {
        let key = feature.site.linkKey
        guard let library = feature.media, let id = context.parameters.get("media").flatMap({ Int64($0) }),
            let text = context.parameters.get("token"), let token = PlayToken(text, at: .system()),
            let footing = try await feature.ownStore.people.footing(of: token.person, by: token.proof, at: .system()),
            token.isSigned(text, for: id, footing, by: key), let part = context.parameters.get("part"),
            let file = try await feature.ownStore.media.mediaFile(id), case .playable(let allTracks, let allCuts) = file.contents,
            let (tracks, cuts) = token.plan.applied(to: allTracks, allCuts)
        else { throw Refusal(.notFound) }
        do {
            if part == Self.directName(file) {
                return try await Self.whole(file, in: library, to: request)
            }
            guard let part = StreamPart(name: part) else { throw Refusal(.notFound) }
            let subtitles = part.isOfSubtitles || [.master, .ladder].contains(part) ? await SubtitleTrack.all(of: file) : []
            let playlists = Playlists(tracks, cuts, token.plan, size: file.place.size, subtitles: subtitles)
            switch part {
            case .master: return Self.playlist(playlists.text)
            case .ladder:
                let rungs = token.plan.ladder(of: tracks).map { plan in
                    Playlists.Rung(plan, at: "../\(token.with(plan).text(for: id, footing, by: key))/")
                }
                return Self.playlist(playlists.text(above: rungs))
            case .playlist(let track):
                guard let text = playlists.text(of: track) else { throw Refusal(.notFound) }
                return Self.playlist(text)
            case .rungPlaylist(let target):
                guard let text = playlists.text(of: .picture, targeting: target) else { throw Refusal(.notFound) }
                return Self.playlist(text)
            case .subtitlePlaylist(let id):
                guard let text = playlists.text(ofSubtitles: id) else { throw Refusal(.notFound) }
                return Self.playlist(text)
            case .subtitles(let id):
                guard let track = subtitles.first(where: { $0.id == id }) else { throw Refusal(.notFound) }
                return try await words(track, of: file, for: token.person, library, request)
            case .beginning(let track), .segment(let track, _):
                return try await segment(part, track, of: file, token, library, request)
            }
        } catch let error as StreamingError {
            switch error.code {
            case .missing, .unplayable: throw Refusal(.notFound)
            case .busy: throw Refusal(.serviceUnavailable, headers: [.retryAfter: "2"])
            case .program, .unavailable, .tooLong, .noRoom:
                context.logger.warning("a segment can’t be made", metadata: ["file": "\(id)", "part": "\(part)", "reason": "\(error)"])
                guard error.code == .noRoom else { throw Refusal(.badGateway) }
                throw Refusal(
                    .insufficientStorage, "The server’s disk is full. Nothing can be saved until your administrator frees some space.")
            }
        }
    }

    /// The file itself. Throws `StreamingError` (`missing`).
    static func whole(_ file: MediaFile, in library: MediaLibrary, to request: Request) async throws -> Response {
        guard case .playable(let tracks, _) = file.contents else { throw StreamingError(.missing, "it can’t be played") }
        return sending(try await library.open(file), to: request, headers(type(of: file, tracks), file, directName(file)))
    }

    private func segment(
        _ part: StreamPart, _ track: StreamPart.Track, of file: MediaFile, _ token: PlayToken, _ library: MediaLibrary, _ request: Request
    ) async throws -> Response {
        let plan = token.plan
        let headers = Self.headers(track == .picture ? "video/mp4" : "audio/mp4", file, part.name)
        if let kept = library.maker.kept(part, of: file, plan) { return Self.sending(kept, to: request, headers) }
        let made = try await request.body.whileClientWaits {
            // A server that is shutting down doesn't wait for a segment.
            try await cancelWhenGracefulShutdown { try await library.maker.made(part, of: file, plan, for: token.person) }
        }
        guard let made else { throw Refusal(.notFound) }
        return Self.sending(made, to: request, headers).closingConnection()
    }

    private static func sending(_ file: OpenFile, to request: Request, _ headers: HTTPFields) -> Response {
        .file(file.size, to: request, headers: headers) { try await file.read($0) }
    }

    private func words(
        _ track: SubtitleTrack, of file: MediaFile, for person: Person.ID, _ library: MediaLibrary, _ request: Request
    ) async throws -> Response {
        let made = try await request.body.whileClientWaits {
            try await cancelWhenGracefulShutdown { try await library.maker.subtitles(track, of: file, for: person) }
        }
        guard let made else { throw Refusal(.notFound) }
        // A subtitle file beside the film may change independently.
        return Response.bytes(made, to: request, headers: [.contentType: "text/vtt; charset=utf-8", .cacheControl: "no-cache, private"])
            .closingConnection()
    }

    private static func playlist(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: Playlists.type, .cacheControl: "no-cache, private"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func headers(_ type: String, _ file: MediaFile, _ part: String) -> HTTPFields {
        [
            .contentType: type, .cacheControl: "private, max-age=43200",
            .eTag: #""\#(file.id)-\#(file.place.size)-\#(file.place.modified.milliseconds)-\#(part)""#,
        ]
    }

    private static func ending(_ path: String) -> String {
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        return LibraryFolder.endings.contains(ending) ? ending : "bin"
    }

    /// By the file's content, not by its name.
    private static func type(of file: MediaFile, _ tracks: MediaTracks) -> String {
        let kind = tracks.picture == nil ? "audio" : "video"
        for (container, subtype) in [
            ("mp4", "mp4"), ("mp3", "mpeg"), ("flac", "flac"), ("ogg", "ogg"), ("wav", "wav"), ("mpegts", "mp2t"), ("avi", "x-msvideo"),
            ("aac", "aac"),
        ] where tracks.containers.contains(container) {
            return "\(kind)/\(subtype)"
        }
        guard tracks.containers.contains("matroska") else { return "application/octet-stream" }
        return "\(kind)/\(file.place.path.lowercased().hasSuffix(".webm") ? "webm" : "x-matroska")"
    }
}
