import Notifying
import Records
import Serving

/// All that the page of a person's channels shows.
struct ChannelsModel: Sendable {
    var channels: [ChannelLine]
    /// Mail addresses whose link was not followed yet.
    var waiting: [ChannelConfirmation]
    /// The kinds that the operator has set up.
    var kinds: [ChannelKind]
    /// Whether who looks can set up the others.
    var mayServe = false
    var form: NewChannel
    /// A secret to be shown this once, and of which channel.
    var secret: (name: String, secret: String)?
    /// What was just done, in a sentence.
    var word: ChannelWord?
    var token: HTML
}

struct ChannelLine: Sendable {
    let channel: Channel
    /// Watches that use it, and all there are.
    let uses: Int
    let watches: Int
}

/// What the page says of what was just done.
enum ChannelWord: String, Sendable {
    case linkSent = "link-sent"
    case added, renamed, removed
    case nameTaken = "name-taken"
    case tooMany = "too-many"
    case linkFailed = "link-failed"
}
