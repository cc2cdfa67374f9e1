import BoardPages
import Records
import Serving

/// All that the editor of a watch shows, at one moment.
struct WatchEditorModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var schema: Schema
    /// nil for a new one.
    var watch: Watch?
    /// What the record is called that the watch is about; see `WatchLine.record`.
    var record: String?
    var form: WatchForm
    var preview: WatchPreview
    /// The person's channels, and those of them that are in use.
    var channels: [ChannelChoice] = []
    var token: HTML
    /// Whether nothing could be saved because of what is wrong.
    var isRefused = false

    /// Where it is posted to.
    var action: String { watch.map { WatchPaths.watch($0.id) } ?? WatchPaths.new(on: boardName, choice) }
}

/// A way to be told that a watch may use.
package struct ChannelChoice: Hashable, Sendable {
    /// As a watch's settings have it.
    package let name: String
    package let label: String
    package let note: String?
}
