/// Why a file of the library can't be played. Pages translate it (`Words.text(_:)`); the store, the log and the API use `message`.
package enum MediaFault: Error, Hashable {
    /// ffprobe's message, or its exit status.
    case unreadable(String)
    /// Its output couldn't be parsed.
    case unclear
    case trackless
    case timeless
    /// The file was examined by an earlier version.
    case awaited
    /// In English, as an earlier version stored it.
    case other(String)

    private static let constant: [MediaFault] = [.unclear, .trackless, .timeless, .awaited]
    private static let (before, after) = ("it can’t be read as a film or music (", ")")

    /// Messages that versions up to 0.2 stored.
    private static let formerBefore = "it can’t be read as film or music ("
    private static let former: [String: MediaFault] = [
        "what ffprobe says of it can’t be read": .unclear, "there is no picture and no sound in it that can be decoded": .trackless,
        "nothing in it lasts any time": .timeless, "it is being looked at again": .awaited,
    ]

    /// A clause without a full stop, in English.
    package var message: String {
        switch self {
        case .unreadable(let detail): "\(Self.before)\(detail)\(Self.after)"
        case .unclear: "ffprobe’s output can’t be read"
        case .trackless: "it has no video or audio that can be decoded"
        case .timeless: "it has no playable duration"
        case .awaited: "it is being rescanned"
        case .other(let message): message
        }
    }

    /// From a stored message.
    package init(message: String) {
        self =
            if let fault = Self.constant.first(where: { $0.message == message }) ?? Self.former[message] {
                fault
            } else if let before = [Self.before, Self.formerBefore].first(where: message.hasPrefix), message.hasSuffix(Self.after) {
                .unreadable(String(message.dropFirst(before.count).dropLast(Self.after.count)))
            } else {
                .other(message)
            }
    }
}
