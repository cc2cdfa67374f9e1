import Extraction
import HTTPTypes
import Records
package import Serving
import Storage

/// `/api/v1/media/playlists…`: a person's lists of films and music. Each is theirs alone: to everybody else it isn't there.
package enum PlaylistsAPI {
    private static let path = "/api/v1/media/playlists"
    private static let topic = "Media"
    private static let playlist = Endpoint.Parameter.path("playlist", .identifier, "The playlist's number.")

    package static let endpoints: [Endpoint] = [
        Endpoint(
            .get, path, "mediaPlaylists", topic: topic, "Your playlists, by their names",
            outcomes: [.init("The playlists", .object([.init("playlists", .list(summarySchema))]))], answer: list),
        Endpoint(
            .post, path, "addMediaPlaylist", topic: topic, "Makes a playlist", body: .json(bodySchema),
            outcomes: [.init(.created, "The playlist", .object(summaryMembers))], problems: [.conflict], answer: add),
        Endpoint(
            .get, "\(path)/{playlist}", "mediaPlaylist", topic: topic, "One of your playlists, in its order", parameters: [playlist],
            outcomes: [.init("The playlist", .object(summaryMembers + [.init("items", .list(.named("MediaItem")))]))], answer: one),
        Endpoint(
            .put, "\(path)/{playlist}", "setMediaPlaylist", topic: topic, "Gives a playlist this name and these items, in this order",
            parameters: [playlist], body: .json(bodySchema), outcomes: [.init(.noContent, "It is so")], problems: [.conflict], answer: set),
        Endpoint(
            .delete, "\(path)/{playlist}", "removeMediaPlaylist", topic: topic, "Removes a playlist; its items stay in the library",
            parameters: [playlist], outcomes: [.init(.noContent, "It is gone")], answer: remove),
    ]

    private static let summaryMembers: [JSONSchema.Member] = [
        .init("id", .identifier), .init("name", .text()), .init("count", .integer(), about: "Items whose files are there."),
    ]
    private static let summarySchema = JSONSchema.object(summaryMembers)
    private static let bodySchema = JSONSchema.object([
        .init("name", .text(1...MediaPlaylist.Limits.name)),
        .init("items", .list(.identifier, upTo: MediaPlaylist.Limits.items), about: "Numbers of items; each counts once."),
    ])

    // MARK: Answers

    @Sendable private static func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("playlists", try await call.engine.store.media.mediaPlaylists(of: try call.person().id).map(Self.line))
        return .json(line)
    }

    @Sendable private static func add(_ call: APICall) async throws -> APIAnswer {
        guard call.engine.libraries.media != nil else { throw Refusal(.conflict, text: "This server has no media folders.") }
        let (person, name) = (try call.person(), call.body?["name"]?.text ?? "")
        let (id, outcome) = try await call.engine.store.media.addMediaPlaylist(named: name, items(call), for: person.id, at: .system())
        guard let id else { throw problem(outcome) }
        let made = try await call.engine.store.media.mediaPlaylist(id, of: person.id)
        guard let made else { throw missing }
        return .json(line(made.playlist), .created)
    }

    @Sendable private static func one(_ call: APICall) async throws -> APIAnswer {
        guard let found = try await call.engine.store.media.mediaPlaylist(id(call), of: try call.person().id) else { throw missing }
        var line = line(found.playlist)
        line.add("items", found.files.map(MediaAPI.line))
        return .json(line)
    }

    @Sendable private static func set(_ call: APICall) async throws -> APIAnswer {
        let outcome = try await call.engine.store.media.changeMediaPlaylist(
            id(call), name: call.body?["name"]?.text, .set(items(call)), of: try call.person().id, at: .system())
        guard outcome == .done else { throw problem(outcome) }
        return .nothing
    }

    @Sendable private static func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await call.engine.store.media.removeMediaPlaylist(id(call), of: try call.person().id) else { throw missing }
        return .nothing
    }

    private static let missing = Refusal(.notFound, text: "There is no such playlist.")

    private static func problem(_ outcome: MediaPlaylist.Outcome) -> Refusal {
        switch outcome {
        case .done, .missing: missing
        case .unknownItem: Refusal(.conflict, text: "One of the items isn't in the library.")
        case .full:
            Refusal(
                .conflict, text: "A person has at most \(MediaPlaylist.Limits.playlists) playlists of \(MediaPlaylist.Limits.items) items.")
        }
    }

    private static func id(_ call: APICall) -> MediaPlaylist.ID { Int64(call.integer("playlist") ?? 0) }

    private static func items(_ call: APICall) -> [MediaFile.ID] {
        (call.body?["items"]?.elements ?? []).compactMap { $0.number.map { Int64(clamping: Int(clamping: $0)) } }
    }

    private static func line(_ playlist: MediaPlaylist) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(playlist.id))
        line.add("name", playlist.name)
        line.add("count", playlist.count)
        return line
    }
}
