import BoardPages
import Records
import Serving

/// All that a lookup's page shows, at one moment.
struct LookupModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var title: String
    var about: String
    var schema: Schema
    /// The field a person is asked for.
    var field: Field
    /// What was asked; nil: nothing, or what can't be.
    var asked: Value?
    /// As the person gave it; empty if nothing was asked yet.
    var needle: String
    /// Why the needle was refused, as the board says it.
    var problem: String?
    var isRunning: Bool
    var progress: FetchProgress?
    /// The needle's rows in the document's order; empty if it has none, nil if nothing was asked yet.
    var rows: [FoundRow]?
    /// Why the last reading failed. `rows` are then those of `updated`.
    var failure: FetchFailure?
    /// When the source was last read to its end.
    var updated: Timestamp?
    /// Newest first.
    var history: [HistoryEntry]
    var source: SourceNote
    /// Where the asked number can be watched; nil for strangers, and while nothing right was asked.
    var tellMe: TellMe?
    /// What is wrong with the source beside its last reading.
    var troubles: HTML = ""

    /// Whether the reading under way is for what was asked. A list that is read on its schedule keeps nobody from asking.
    var isAnswering: Bool { isRunning && !needle.isEmpty && problem == nil }
}

struct FoundRow: Hashable, Sendable {
    var record: Record
    /// Read, but not yet certain: the source is still being read.
    var isProvisional = false
}
