/// Films and music: the files, where people were in them, playlists.
package struct MediaStore: Sendable {
    let database: Database
}
