import Notifying
import Records
import Serving

/// The data of the channels page.
struct ChannelsModel: Sendable {
    var channels: [ChannelLine]
    /// Mail addresses that aren't confirmed yet.
    var waiting: [ChannelConfirmation]
    /// The kinds available on this server.
    var kinds: [ChannelKind]
    /// Whether the reader can configure the other kinds.
    var mayServe = false
    var form: NewChannel
    /// A secret to show once, with its channel.
    var secret: (name: String, secret: String)?
    /// The result of the last action.
    var word: ChannelWord?
    var token: HTML
}

struct ChannelLine: Sendable {
    let channel: Channel
    /// How many watches use it, and how many there are.
    let uses: Int
    let watches: Int
}

/// Messages for completed actions.
enum ChannelWord: String, Sendable {
    case linkSent = "link-sent"
    case added, renamed, removed
    case nameTaken = "name-taken"
    case tooMany = "too-many"
    case linkFailed = "link-failed"
}
