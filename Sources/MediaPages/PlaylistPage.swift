package import Hummingbird
import Localisation
import Records
package import Serving
package import Storage

/// `/media/playlists/<number>`: a playlist, with a player for its items. Playlists of other people are "not found".
package struct PlaylistPage: Sendable {
    package static let path = "\(MediaPage.path)/playlists"

    private let feature: MediaFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: MediaFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package static func path(of id: MediaPlaylist.ID) -> String { "\(path)/\(id)" }

    /// `?item=` selects the first item to play.
    package func page(for request: Request) async throws -> Response {
        guard let found = try await feature.store.media.mediaPlaylist(try id(), of: person.id) else { throw Self.missing }
        let playable = found.files.filter { if case .playable = $0.contents { true } else { false } }
        let wanted = request.query["item"].flatMap { Int64($0) }
        let current = playable.first { $0.id == wanted } ?? playable.first
        let position =
            if let current { try await feature.store.media.mediaPosition(of: current.id, for: person.id) } else { MediaTime?.none }
        let view = PlaylistView(
            words: context.words, playlist: found.playlist, files: found.files, playable: playable, current: current, position: position,
            token: context.formTokenField)
        return MediaPage.answer(view.page(context.reader, assets: feature.assets.prefix))
    }

    /// `act` selects the action: rename, move an item up or down, remove it, or delete the whole list.
    package func change(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let id = try id()
        let item = form["item"].flatMap { Int64($0) } ?? 0
        switch form["act"] {
        case "remove":
            guard try await feature.store.media.removeMediaPlaylist(id, of: person.id) else { throw Self.missing }
            return .on(to: MediaPage.path)
        case "rename":
            let name = Self.name(form["name"] ?? "")
            if !name.isEmpty { try await change(id, name: name, nil) }
        case "up": try await change(id, .move(item, by: -1))
        case "down": try await change(id, .move(item, by: 1))
        case "out": try await change(id, .remove(item))
        default: throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
        return .on(to: Self.path(of: id))
    }

    private func change(_ id: MediaPlaylist.ID, name: String? = nil, _ edit: MediaPlaylist.Edit?) async throws {
        let outcome = try await feature.store.media.changeMediaPlaylist(id, name: name, edit, of: person.id, at: .system())
        guard outcome == .done else { throw Self.missing }
    }

    /// On one line, trimmed.
    private static func name(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: MediaPlaylist.Limits.name)
    }

    private static let missing = Refusal(.notFound, "This playlist doesn’t exist.")

    private func id() throws -> MediaPlaylist.ID {
        guard let id = context.parameters.get("playlist").flatMap({ Int64($0) }) else { throw Self.missing }
        return id
    }
}
