package import Localisation
import LongJobs

extension JobKind {
    /// Analyses new and changed files of the media library.
    package static let media = JobKind("media", Phrase("Scanning media files"), counts: .things, limit: 1)
    /// Looks up plots, posters and covers that the library lacks.
    package static let mediaLookUps = JobKind("media-look-ups", Phrase("Looking up posters and plots"), counts: .things, limit: 1)
}
