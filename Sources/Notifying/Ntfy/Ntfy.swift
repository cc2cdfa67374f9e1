package import Fetching
import Foundation

/// Notices to an ntfy server, and from there to its app: JSON published to the server's root, since headers carry ASCII only.
///
/// Source: ntfy's documentation, "Publish as JSON". Our four steps of urgency are its priorities 1 to 4; 5 breaks through silence and is
/// left to people. A message has at most 4,096 bytes there; a longer one would become an attachment, so it is cut.
package final class Ntfy: Notifier {
    package static let channel = NoticeChannel.ntfy

    /// A topic on a server. Who knows it can read it, where the server keeps no accounts: no description shows it.
    package struct Topic: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// Its root, with the path it is served under.
        package let server: WebAddress
        /// 1 to 64 letters, digits, `_` and `-`.
        package let name: String
        /// An access token, where the server wants one.
        package let token: String?

        package init(server: String = "https://ntfy.sh", name: String, token: String? = nil) throws(AddressError) {
            do { self.server = try WebAddress(server) } catch { throw AddressError("the server \(error.detail)") }
            let isName = name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
            guard isName, (1...64).contains(name.utf8.count) else {
                throw AddressError("a topic of ntfy has 1 to 64 letters, digits, hyphens and underscores")
            }
            self.name = name
            guard token?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true, (token?.utf8.count ?? 1) <= 256, token != "" else {
                throw AddressError("the access token is no token")
            }
            self.token = token
        }

        package var description: String { "a topic at \(server.host)" }

        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    static let messageLimit = 4096
    static let titleLimit = 250

    private let fetcher: Fetcher

    package init(fetcher: Fetcher) { self.fetcher = fetcher }

    package func send(_ notice: Notice, to topic: Topic) async -> Delivery {
        do {
            var headers = [("Content-Type", "application/json")]
            if let token = topic.token { headers.append(("Authorization", "Bearer \(token)")) }
            return await Post(url: topic.server.url, headers: headers, body: try Self.body(of: notice, to: topic))
                .delivery(by: fetcher, over: Self.channel)
        } catch {
            return .refused("\(error)")
        }
    }

    private struct Message: Encodable {
        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
        let click: String?
    }

    static func body(of notice: Notice, to topic: Topic) throws -> [UInt8] {
        func cut(_ text: String, to limit: Int) -> String {
            Shortening.longest(of: String(text.prefix(limit + 1))) { $0.utf8.count <= limit } ?? ""
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let priority =
            switch notice.urgency {
            case .veryLow: 1
            case .low: 2
            case .normal: 3
            case .high: 4
            }
        // Without a message it would write one of its own.
        let body = notice.lines.isEmpty ? notice.title : notice.body
        return try Array(
            encoder.encode(
                Message(
                    topic: topic.name, title: cut(notice.title, to: titleLimit), message: cut(body, to: messageLimit), priority: priority,
                    tags: [notice.board], click: notice.link?.absoluteString)))
    }
}

extension Ntfy.Topic: Codable {
    private enum Names: String, CodingKey { case server, name, token }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Names.self)
        try self.init(
            server: container.decode(String.self, forKey: .server), name: container.decode(String.self, forKey: .name),
            token: container.decodeIfPresent(String.self, forKey: .token))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Names.self)
        try container.encode(server.description, forKey: .server)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(token, forKey: .token)
    }
}
