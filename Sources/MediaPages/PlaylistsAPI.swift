import HTTPTypes
import JSONReading
import Records
package import Serving
import Storage

/// `/api/v1/media/playlists…`: a person's playlists. Playlists of other people are "not found".
package struct PlaylistsAPI: Sendable {
    let feature: MediaFeature

    private static let path = "/api/v1/media/playlists"
    private static let topic = "Media"
    private static let playlist = Endpoint.Parameter.path("playlist", .identifier, "The playlist's number.")

    package static func endpoints(_ feature: MediaFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "mediaPlaylists", topic: topic, "Your playlists, by their names",
                outcomes: [.init("The playlists", .object([.init("playlists", .list(summarySchema))]))], answer: api.list),
            Endpoint(
                .post, path, "addMediaPlaylist", topic: topic, "Makes a playlist", body: .json(bodySchema),
                outcomes: [.init(.created, "The playlist", .object(summaryMembers))], problems: [.conflict], answer: api.add),
            Endpoint(
                .get, "\(path)/{playlist}", "mediaPlaylist", topic: topic, "One of your playlists, in its order", parameters: [playlist],
                outcomes: [.init("The playlist", .object(summaryMembers + [.init("items", .list(.named("MediaItem")))]))], answer: api.get),
            Endpoint(
                .put, "\(path)/{playlist}", "setMediaPlaylist", topic: topic, "Gives a playlist this name and these items, in this order",
                parameters: [playlist], body: .json(bodySchema), outcomes: [.init(.noContent, "It is so")], problems: [.conflict],
                answer: api.set),
            Endpoint(
                .delete, "\(path)/{playlist}", "removeMediaPlaylist", topic: topic, "Removes a playlist; its items stay in the library",
                parameters: [playlist], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    private static let summaryMembers: [JSONSchema.Member] = [
        .init("id", .identifier), .init("name", .text()), .init("count", .integer(), about: "Items whose files are there."),
    ]
    private static let summarySchema = JSONSchema.object(summaryMembers)
    private static let bodySchema = JSONSchema.object([
        .init("name", .text(1...MediaPlaylist.Limits.name)),
        .init("items", .list(.identifier, upTo: MediaPlaylist.Limits.items), about: "Numbers of items; each counts once."),
    ])

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("playlists", try await feature.store.media.mediaPlaylists(of: try call.person().id).map(Self.line))
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        guard feature.media != nil else { throw Refusal(.conflict, text: "This server has no media folders.") }
        let (person, name) = (try call.person(), call.body?["name"]?.text ?? "")
        let (id, outcome) = try await feature.store.media.addMediaPlaylist(named: name, items(call), for: person.id, at: .system())
        guard let id else { throw Self.problem(outcome) }
        let made = try await feature.store.media.mediaPlaylist(id, of: person.id)
        guard let made else { throw Self.missing }
        return .json(Self.line(made.playlist), .created)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        guard let found = try await feature.store.media.mediaPlaylist(id(call), of: try call.person().id) else { throw Self.missing }
        var line = Self.line(found.playlist)
        line.add("items", found.files.map(MediaAPI.line))
        return .json(line)
    }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer {
        let outcome = try await feature.store.media.changeMediaPlaylist(
            id(call), name: call.body?["name"]?.text, .set(items(call)), of: try call.person().id, at: .system())
        guard outcome == .done else { throw Self.problem(outcome) }
        return .nothing
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.store.media.removeMediaPlaylist(id(call), of: try call.person().id) else { throw Self.missing }
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

    private func id(_ call: APICall) -> MediaPlaylist.ID { Int64(call.integer("playlist") ?? 0) }

    private func items(_ call: APICall) -> [MediaFile.ID] {
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
