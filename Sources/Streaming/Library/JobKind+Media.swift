package import Localisation
import LongJobs

extension JobKind {
    /// Analyses new and changed files of the media library.
    package static let media = JobKind("media", Phrase("Looking into media files"), counts: .things, limit: 1)
}
