package import Localisation
import LongJobs

extension JobKind {
    /// New and changed files of the media library are looked into.
    package static let media = JobKind("media", Phrase("Looking into media files"), counts: .things, limit: 1)
}
