package import Localisation
import LongJobs

extension JobKind {
    /// Extracts a document's text for listening.
    package static let documents = JobKind("documents", Phrase("Reading a document"), counts: .bytes, limit: 1)
    /// Fetches a document from its address for listening.
    package static let pages = JobKind("pages", Phrase("Fetching a document"), counts: .bytes, limit: 4)
    /// Fetches new messages from a mailbox for listening; counts messages.
    package static let mails = JobKind("mails", Phrase("Fetching mail"), counts: .things, limit: 4)
    /// Exports a document as a sound file; counts parts.
    package static let exports = JobKind("exports", Phrase("Exporting a document"), counts: .things, limit: DocumentExporter.openLimit)
}
