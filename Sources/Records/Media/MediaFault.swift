/// Why a file of the library can't be played. Pages put it into the reader's words (`Words.text(_:)`);
/// the store, the log and the API have `message`.
package enum MediaFault: Error, Hashable {
    /// What ffprobe says of it, or what it ended with.
    case unreadable(String)
    /// Its answer made no sense.
    case unclear
    case trackless
    case timeless
    /// What is known of it is that of an earlier version.
    case awaited
    /// In English, as an earlier version kept it.
    case other(String)

    private static let constant: [MediaFault] = [.unclear, .trackless, .timeless, .awaited]
    private static let (before, after) = ("it can’t be read as film or music (", ")")

    /// A clause without a full stop, in English.
    package var message: String {
        switch self {
        case .unreadable(let detail): "\(Self.before)\(detail)\(Self.after)"
        case .unclear: "what ffprobe says of it can’t be read"
        case .trackless: "there is no picture and no sound in it that can be decoded"
        case .timeless: "nothing in it lasts any time"
        case .awaited: "it is being looked at again"
        case .other(let message): message
        }
    }

    /// Of a message.
    package init(message: String) {
        self =
            if let fault = Self.constant.first(where: { $0.message == message }) {
                fault
            } else if message.hasPrefix(Self.before), message.hasSuffix(Self.after) {
                .unreadable(String(message.dropFirst(Self.before.count).dropLast(Self.after.count)))
            } else {
                .other(message)
            }
    }
}
