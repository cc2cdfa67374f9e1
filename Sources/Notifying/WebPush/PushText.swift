import Foundation
import Records

/// The content of a push message: JSON for the service worker, shortened to the limit.
///
/// `{"id", "title", "body", "link", "tag", "time", "board", "urgency"}`, `time` in milliseconds since 1970. A body that is too long is
/// truncated; if there is no room for one, the title is truncated too.
struct PushText: Encodable {
    private let id: String
    private var title: String
    private var body: String
    private let link: String?
    private let tag: String
    private let time: Int64
    private let board: String
    private let urgency: Notice.Urgency

    private init(_ notice: Notice, limit: Int) {
        id = notice.name
        // A character has at least one byte.
        title = String(notice.title.prefix(limit))
        body = String(notice.body.prefix(limit))
        link = notice.link?.absoluteString
        tag = notice.topic ?? notice.name
        time = notice.time.milliseconds
        board = notice.board
        urgency = notice.urgency
    }

    /// Throws if the rest (link, topic, board) is too long.
    static func bytes(of notice: Notice, limit: Int = PushEncryption.longestText) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = PushText(notice, limit: limit)
        func fits(_ change: (inout PushText) -> Void) throws -> Bool {
            var changed = text
            change(&changed)
            return try encoder.encode(changed).count <= limit
        }
        text.body = try Shortening.longest(of: text.body) { body in try fits { $0.body = body } } ?? ""
        if try !fits({ _ in }) {
            guard let title = try Shortening.longest(of: text.title, where: { title in try fits { $0.title = title } }) else {
                throw AddressError(
                    "the link, topic and board of the notice leave no room for a word in the \(limit) bytes that can be pushed")
            }
            text.title = title
        }
        return try Array(encoder.encode(text))
    }
}
