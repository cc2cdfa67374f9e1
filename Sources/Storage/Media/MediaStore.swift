/// Films and music: files, playback positions and playlists.
package struct MediaStore: Sendable {
    let database: Database
}
