package import Localisation
import LongJobs

extension JobKind {
    /// Reading a source on a person's request, or for the first time.
    package static let reading = JobKind("reading", Phrase("Reading the source"), counts: .bytes, limit: 32, isReading: true)
    /// Reading all sources of a board that are shown together; counts sources.
    package static let readings = JobKind("readings", Phrase("Reading the sources"), counts: .things, limit: 8, isReading: true)
    /// Looking up addresses without a position.
    package static let positions = JobKind("positions", Phrase("Looking up addresses"), counts: .things, limit: 1)
}
