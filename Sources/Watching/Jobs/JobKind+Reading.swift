package import Localisation
import LongJobs

extension JobKind {
    /// A source is read because a person asked, or for the first time.
    package static let reading = JobKind("reading", Phrase("Reading the source"), counts: .bytes, limit: 32, isReading: true)
    /// All sources of a board that are shown together; what counts are sources.
    package static let readings = JobKind("readings", Phrase("Reading the sources"), counts: .things, limit: 8, isReading: true)
    /// Addresses are looked up that came without a position.
    package static let positions = JobKind("positions", Phrase("Looking up addresses"), counts: .things, limit: 1)
}
