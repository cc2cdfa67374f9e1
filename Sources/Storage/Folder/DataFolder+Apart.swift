package import Foundation

extension DataFolder {
    /// What lies in the folder and is no part of a backup: it can be had or made again, or is as large as people's own files.
    package enum Apart: String, CaseIterable, Sendable {
        /// Answers of services.
        case cache
        /// Downloads under way.
        case downloads
        /// Documents as they came; their text is in the database.
        case documents
        case exports
        case mediaCache = "media-cache"
        /// Posters and covers that were fetched.
        case mediaPictures = "media-pictures"
        case readerCache = "reader-cache"
        case readerPictures = "reader-pictures"
        /// What queues say aloud.
        case speech
        /// Imported places, a file.
        case gazetteer = "places.gazetteer"

        package func url(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
    }
}
