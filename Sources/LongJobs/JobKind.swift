package import Localisation

/// A kind of job: what it is called, what its progress counts, and how many of it run at once. `all` is the only list.
package struct JobKind: Hashable, Sendable {
    package static let all = [reading, readings, positions, media, documents, pages, mails, exports]

    /// A source is read because somebody asked, or for the first time.
    package static let reading = JobKind("reading", Phrase("Reading the source"), counts: .bytes, limit: 32)
    /// All sources of a board that are shown together; what counts are sources.
    package static let readings = JobKind("readings", Phrase("Reading the sources"), counts: .things, limit: 8)
    /// Addresses are looked up that came without a position.
    package static let positions = JobKind("positions", Phrase("Looking up addresses"), counts: .things, limit: 1)
    /// New and changed files of the media library are looked into.
    package static let media = JobKind("media", Phrase("Looking into media files"), counts: .things, limit: 1)
    /// The text of a document is taken out, to be listened to.
    package static let documents = JobKind("documents", Phrase("Reading a document"), counts: .bytes, limit: 1)
    /// A document is fetched from its address, to be listened to.
    package static let pages = JobKind("pages", Phrase("Fetching a document"), counts: .bytes, limit: 4)
    /// New mails of a mailbox are taken, to be listened to; what counts are mails.
    package static let mails = JobKind("mails", Phrase("Fetching mail"), counts: .things, limit: 4)
    /// A document is made into a file of sound; what counts are its parts.
    package static let exports = JobKind("exports", Phrase("Exporting a document"), counts: .things, limit: 1)

    /// Whether another reading of its board brings what it should have.
    package var isReading: Bool { self == .reading || self == .readings }

    package enum Unit: Hashable, Sendable { case bytes, things }

    /// As it is stored: letters, and never another.
    package let name: String
    package let label: Phrase
    package let counts: Unit
    /// How many run at once; others wait in line.
    package let limit: Int
    /// How many wait.
    package static let waitingLimit = 100

    init(_ name: String, _ label: Phrase, counts: Unit, limit: Int) {
        self.name = name
        self.label = label
        self.counts = counts
        self.limit = limit
    }

    /// nil: there is no such kind, or no more.
    package init?(named name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
