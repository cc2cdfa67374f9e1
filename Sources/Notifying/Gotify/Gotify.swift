package import Fetching
package import Foundation
package import Localisation
package import Records

/// Sends notices to a Gotify server, which passes them to its app.
///
/// Source: Gotify's documentation, "Push messages" and "Message extras". The app is silent up to priority 3, makes a sound from 4 and
/// interrupts from 8. Messages have no identifier, so a repeated message arrives twice.
package final class Gotify: Notifier {
    package static let kind = "gotify"
    package static let label: Phrase = "Gotify"
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(86_400))
    package static let fields = [
        ChannelField("server", Phrase("Server"), .url, length: 8...2000, example: "https://gotify.example.org"),
        ChannelField(
            "token", Phrase("App token"), .secret, length: 1...256, hint: Phrase("Create an application in Gotify and copy its token.")),
    ]
    package static let example = ChannelValues(["server": "https://gotify.example.org", "token": "token"])

    /// An application on a server, to which messages belong. Its token permits sending.
    package struct Application: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The server's root, including its path.
        package let server: WebAddress
        package let token: SecretText

        package init(server: String, token: String) throws(AddressError) {
            do { self.server = try WebAddress(server) } catch {
                throw AddressError("the server \(error.detail)", advice: AddressError.noWebAddress)
            }
            guard AccessToken.isOne(token) else { throw AddressError("the app token isn't a token", advice: AddressError.noToken) }
            self.token = SecretText(token)
        }

        package var description: String { "an application at \(server.host)" }

        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    static let titleLimit = 250
    static let messageLimit = 16_000

    private let fetcher: Fetcher

    package init(fetcher: Fetcher) { self.fetcher = fetcher }

    package static func address(_ given: ChannelValues) throws(AddressError) -> Application {
        try Application(server: given["server"] ?? "", token: given["token"] ?? "")
    }

    package static func server(of application: Application) -> URL? { application.server.url }

    package static func defaultName(of application: Application) -> String { "Gotify: \(application.server.host)" }

    package static func notifier(by means: SendingMeans) -> Gotify? { Gotify(fetcher: means.fetcher) }

    package func send(_ notice: Notice, to application: Application) async -> Delivery {
        do {
            return await Post(
                url: try application.server.below("message").url,
                headers: [("Content-Type", "application/json"), ("X-Gotify-Key", application.token.text(for: .itsServer))],
                body: try Self.body(of: notice)
            ).delivery(by: fetcher, over: Self.kind)
        } catch {
            return .refused("\(error)")
        }
    }

    private struct Message: Encodable {
        let title: String
        let message: String
        let priority: Int
        let extras: Extras?
    }

    private struct Extras: Encodable {
        let notification: Notification
        enum CodingKeys: String, CodingKey { case notification = "client::notification" }
    }

    private struct Notification: Encodable {
        struct Click: Encodable { let url: URL }
        let click: Click
    }

    static func body(of notice: Notice) throws -> [UInt8] {
        let priority =
            switch notice.urgency {
            case .veryLow: 1
            case .low: 3
            case .normal: 5
            case .high: 8
            }
        // An empty message is refused.
        let text = notice.lines.isEmpty ? notice.title : notice.body
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(
            encoder.encode(
                Message(
                    title: Shortening.cut(notice.title, toBytes: titleLimit), message: Shortening.cut(text, toBytes: messageLimit),
                    priority: priority, extras: notice.link.map { Extras(notification: .init(click: .init(url: $0))) })))
    }
}

extension Gotify.Application: Codable {
    private enum Names: String, CodingKey { case server, token }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Names.self)
        try self.init(server: container.decode(String.self, forKey: .server), token: container.decode(String.self, forKey: .token))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Names.self)
        try container.encode(server.description, forKey: .server)
        try container.encode(token.text(for: .theSeal), forKey: .token)
    }
}
