package import Fetching
package import Foundation
package import Localisation
package import Records

/// Sends notices to an ntfy server, which passes them to its app: JSON published to the server's root, because headers are limited to
/// ASCII.
///
/// Source: ntfy's documentation, "Publish as JSON". Our four urgency levels map to priorities 1 to 4; 5 overrides silent mode and isn't
/// used. A message has at most 4,096 bytes; a longer one would become an attachment, so it is shortened.
package final class Ntfy: Notifier {
    package static let kind = "ntfy"
    package static let label: Phrase = "ntfy"
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(86_400))
    package static let fields = [
        ChannelField(
            "topic", Phrase("Topic"), length: 1...64,
            hint: Phrase("Anyone who knows the topic can read it. Choose a topic that’s hard to guess.")),
        ChannelField("server", Phrase("Server"), .url, length: 8...2000, isRequired: false, example: defaultServer),
        ChannelField("token", Phrase("Access token, if the server needs one"), .secret, length: 1...256, isRequired: false),
    ]
    package static let example = ChannelValues(["topic": "topic"])
    static let defaultServer = "https://ntfy.sh"

    /// A topic on a server. On servers without accounts its name grants access, so no description shows it.
    package struct Topic: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The server's root, including its path.
        package let server: WebAddress
        /// 1 to 64 letters, digits, `_` and `-`.
        package let name: String
        /// An access token, if the server requires one.
        package let token: SecretText?

        package init(server: String = Ntfy.defaultServer, name: String, token: String? = nil) throws(AddressError) {
            do { self.server = try WebAddress(server) } catch {
                throw AddressError("the server \(error.detail)", advice: AddressError.noWebAddress)
            }
            let isName = name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
            guard isName, (1...64).contains(name.utf8.count) else {
                throw AddressError(
                    "a topic of ntfy has 1 to 64 letters, digits, hyphens and underscores",
                    advice: Phrase("Use 1 to 64 letters, digits, hyphens and underscores."))
            }
            self.name = name
            guard token.map({ AccessToken.isOne($0) }) ?? true else {
                throw AddressError("the access token isn't a token", advice: AddressError.noToken)
            }
            self.token = token.map(SecretText.init)
        }

        package var description: String { "a topic at \(server.host)" }

        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    static let messageLimit = 4096
    static let titleLimit = 250

    private let fetcher: Fetcher

    package init(fetcher: Fetcher) { self.fetcher = fetcher }

    package static func address(_ given: ChannelValues) throws(AddressError) -> Topic {
        try Topic(server: given["server"] ?? defaultServer, name: given["topic"] ?? "", token: given["token"])
    }

    package static func server(of topic: Topic) -> URL? { topic.server.url }

    package static func defaultName(of topic: Topic) -> String { "ntfy: \(topic.name.prefix(1))…" }

    /// A topic, optionally with its server: `https://ntfy.example/TOPIC`.
    package static func values(ofWord word: String) -> ChannelValues {
        guard word.contains("://"), let slash = word.lastIndex(of: "/") else { return ChannelValues(["topic": word]) }
        return ChannelValues(["server": String(word[..<slash]), "topic": String(word[word.index(after: slash)...])])
    }

    package static func notifier(by means: SendingMeans) -> Ntfy? { Ntfy(fetcher: means.fetcher) }

    package func send(_ notice: Notice, to topic: Topic) async -> Delivery {
        do {
            var headers = [("Content-Type", "application/json")]
            if let token = topic.token { headers.append(("Authorization", "Bearer \(token.text(for: .itsServer))")) }
            return await Post(url: topic.server.url, headers: headers, body: try Self.body(of: notice, to: topic))
                .delivery(by: fetcher, over: Self.kind)
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let priority =
            switch notice.urgency {
            case .veryLow: 1
            case .low: 2
            case .normal: 3
            case .high: 4
            }
        // Without a message the server would write its own.
        let body = notice.lines.isEmpty ? notice.title : notice.body
        return try Array(
            encoder.encode(
                Message(
                    topic: topic.name, title: Shortening.cut(notice.title, toBytes: titleLimit),
                    message: Shortening.cut(body, toBytes: messageLimit), priority: priority,
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
        try container.encodeIfPresent(token?.text(for: .theSeal), forKey: .token)
    }
}
