package import Localisation
import LongJobs

extension JobKind {
    /// The text of a document is taken out, to be listened to.
    package static let documents = JobKind("documents", Phrase("Reading a document"), counts: .bytes, limit: 1)
    /// A document is fetched from its address, to be listened to.
    package static let pages = JobKind("pages", Phrase("Fetching a document"), counts: .bytes, limit: 4)
    /// New mails of a mailbox are taken, to be listened to; what counts are mails.
    package static let mails = JobKind("mails", Phrase("Fetching mail"), counts: .things, limit: 4)
    /// A document is made into a file of sound; what counts are its parts.
    package static let exports = JobKind("exports", Phrase("Exporting a document"), counts: .things, limit: 1)
}
