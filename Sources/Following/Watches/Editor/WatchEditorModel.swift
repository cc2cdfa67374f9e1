import BoardPages
import Records
import Serving

/// The data of the watch editor at one moment.
struct WatchEditorModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var schema: Schema
    /// nil for a new watch.
    var watch: Watch?
    /// The name of the watched record; see `WatchLine.record`.
    var record: String?
    var form: WatchForm
    var preview: WatchPreview
    /// The person's channels, and which are selected.
    var channels: [ChannelChoice] = []
    var token: HTML
    /// Whether saving failed because of errors.
    var isRefused = false

    /// The form's action.
    var action: String { watch.map { WatchPaths.watch($0.id) } ?? WatchPaths.new(on: boardName, choice) }
}

/// A channel that a watch can use.
package struct ChannelChoice: Hashable, Sendable {
    /// The name in a watch's settings.
    package let name: String
    package let label: String
    package let note: String?
}
