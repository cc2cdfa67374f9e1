import BoardPages
import Records
import Serving

/// The data of a lookup's page at one moment.
struct LookupModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var title: String
    var about: String
    var schema: Schema
    /// The field to look up.
    var field: Field
    /// The requested value; nil if there is none or it is invalid.
    var asked: Value?
    /// As entered; empty if nothing was requested.
    var needle: String
    /// Why the needle was rejected, in the board's words.
    var problem: String?
    var isRunning: Bool
    var progress: FetchProgress?
    /// The needle's rows in the document's order; empty if it has none, nil if nothing was requested.
    var rows: [FoundRow]?
    /// Why the last reading failed. `rows` are then as of `updated`.
    var failure: FetchFailure?
    /// The last complete reading of the source.
    var updated: Timestamp?
    /// Newest first.
    var history: [HistoryEntry]
    var source: SourceNote
    /// The button to watch the number; nil for visitors, and without a valid number.
    var tellMe: TellMe?
    /// Problems of the source other than its last reading.
    var troubles: HTML = ""
    /// Whether the source has more than an example address.
    var isSetUp = true

    /// Whether the running reading is for this lookup. Scheduled readings don't block lookups.
    var isAnswering: Bool { isRunning && !needle.isEmpty && problem == nil }
}

struct FoundRow: Hashable, Sendable {
    var record: Record
    /// Found while the source is still being read, so not certain yet.
    var isProvisional = false
}
