import Records
import Serving
import Storage

/// A person's stored data: playback positions and playlists.
enum MediaData {
    static func add(to data: inout JSONLine, of person: Person, in store: Store) async throws {
        data.add("media", try await store.media.mediaPositions(of: person.id, all: true, limit: 1000).map(line))
        var playlists: [JSONLine] = []
        for playlist in try await store.media.mediaPlaylists(of: person.id) {
            let files = try await store.media.mediaPlaylist(playlist.id, of: person.id)?.files ?? []
            playlists.append(line(playlist, files))
        }
        data.add("playlists", playlists)
    }

    private static func line(_ started: (file: MediaFile, position: MediaTime)) -> JSONLine {
        var line = JSONLine()
        line.add("title", started.file.name.title)
        line.add("seconds", Value.number(started.position.seconds))
        return line
    }

    private static func line(_ playlist: MediaPlaylist, _ files: [MediaFile]) -> JSONLine {
        var line = JSONLine()
        line.add("name", playlist.name)
        line.add("titles", files.map(\.name.title))
        return line
    }
}
