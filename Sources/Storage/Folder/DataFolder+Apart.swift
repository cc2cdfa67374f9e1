package import Foundation

extension DataFolder {
    /// Folders that backups leave out: they can be fetched or made again, or are as large as people's own files.
    package enum Apart: String, CaseIterable, Sendable {
        /// Responses of services.
        case cache
        /// Downloads under way.
        case downloads
        /// Original documents; their text is in the database.
        case documents
        case exports
        case mediaCache = "media-cache"
        /// Downloaded posters and covers.
        case mediaPictures = "media-pictures"
        case readerCache = "reader-cache"
        case readerPictures = "reader-pictures"
        /// Spoken announcements of queues.
        case speech
        /// Imported places, one file.
        case gazetteer = "places.gazetteer"

        package func url(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
    }
}
