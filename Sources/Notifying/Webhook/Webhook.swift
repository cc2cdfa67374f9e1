package import Fetching
package import Foundation
package import Localisation
package import Records

/// Sends notices to a program: a signed POST of JSON.
///
/// `{"id", "title", "body", "lines", "link", "topic", "time", "board", "urgency"}`, or the operator's own template. The id is also in a
/// header, the same for repetitions. Any 2xx means accepted, 410 gone; other 4xx are refusals, except 408, 425 and 429, which are retried.
package final class Webhook: Notifier {
    package static let kind = "webhook"
    package static let label = Phrase("Webhook")
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(10), longest: .seconds(3 * 3600), giveUpAfter: .seconds(3 * 86_400))
    package static let fields = [
        ChannelField("url", Phrase("Address"), .url, length: 8...2000, example: "https://"),
        ChannelField(
            "format", Phrase("Format"),
            .choice([
                ("own", Phrase("Signed Tidings JSON")), ("apprise", Phrase("Apprise (forwards to 100+ services)")),
                ("template", Phrase("My own template")),
            ]), isRequired: false),
        ChannelField(
            "template", Phrase("Template"), .code, length: 0...10_000, isRequired: false,
            hint: Phrase("JSON with placeholders: {id}, {title}, {body}, {link}, {board}, {time}, {urgency}.")),
        // The signing secret, generated if omitted.
        ChannelField("secret", "Secret", .secret, length: 16...256, isRequired: false, isTyped: false),
    ]
    package static let example = ChannelValues(["url": "https://example.org", "template": "{}"])
    /// [Apprise](https://github.com/caronc/apprise-api) forwards a notice to many other services.
    static let appriseTemplate = #"{"title": "{title}", "body": "{body}\n{link}", "type": "info", "format": "text"}"#

    /// A program's address. Address and secret are private; descriptions show only the host.
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        package let url: WebAddress
        /// The signing secret; at least 16 bytes.
        package let secret: SecretText
        /// nil for the default body.
        package let template: WebhookTemplate?

        package init(url: String, secret: String = Endpoint.newSecret(), template: WebhookTemplate? = nil) throws(AddressError) {
            do { self.url = try WebAddress(url) } catch {
                throw AddressError("the address \(error.detail)", advice: AddressError.noWebAddress)
            }
            guard (16...256).contains(secret.utf8.count) else { throw AddressError("the secret has 16 to 256 bytes") }
            self.secret = SecretText(secret)
            self.template = template
        }

        /// 32 random bytes in base64url.
        package static func newSecret() -> String {
            var chance = SystemRandomNumberGenerator()
            return String(base64URL: (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) })
        }

        package var description: String { "a webhook at \(url.host)" }

        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    private let fetcher: Fetcher
    private let now: Now

    package init(fetcher: Fetcher, now: @escaping Now = Timestamp.system) {
        self.fetcher = fetcher
        self.now = now
    }

    package static func address(_ given: ChannelValues) throws(AddressError) -> Endpoint {
        let template: WebhookTemplate? =
            switch given["format"] {
            case "own": nil
            case "apprise": try WebhookTemplate(appriseTemplate)
            case "template": try WebhookTemplate(given["template"] ?? "")
            default: if let text = given["template"] { try WebhookTemplate(text) } else { nil }
            }
        return try Endpoint(url: given["url"] ?? "", secret: given["secret"] ?? Endpoint.newSecret(), template: template)
    }

    package static func defaultName(of endpoint: Endpoint) -> String { "\(endpoint.url.host)" }

    package static func server(of endpoint: Endpoint) -> URL? { endpoint.url.url }

    package static func secret(of endpoint: Endpoint) -> String? { endpoint.secret.text(for: .itsOwner) }

    package static func notifier(by means: SendingMeans) -> Webhook? { Webhook(fetcher: means.fetcher) }

    package func send(_ notice: Notice, to endpoint: Endpoint) async -> Delivery {
        do {
            let body = try endpoint.template?.body(of: notice) ?? Self.body(of: notice)
            let headers = [
                ("Content-Type", "application/json"), ("Tidings-Notice", notice.name),
                (WebhookSignature.header, WebhookSignature.text(of: body, secret: endpoint.secret.text(for: .itsServer), at: now())),
            ]
            return await Post(url: endpoint.url.url, headers: headers, body: body).delivery(by: fetcher, over: Self.kind)
        } catch {
            return .refused("\(error)")
        }
    }

    private struct Message: Encodable {
        let id: String
        let title: String
        let body: String
        let lines: [String]
        let link: String?
        let topic: String?
        let time: String
        let board: String
        let urgency: Notice.Urgency
    }

    static func body(of notice: Notice) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(
            encoder.encode(
                Message(
                    id: notice.name, title: notice.title, body: notice.body, lines: notice.lines, link: notice.link?.absoluteString,
                    topic: notice.topic, time: notice.time.description, board: notice.board, urgency: notice.urgency)))
    }
}

extension Webhook.Endpoint: Codable {
    private enum Names: String, CodingKey { case url, secret, template }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Names.self)
        try self.init(
            url: container.decode(String.self, forKey: .url), secret: container.decode(String.self, forKey: .secret),
            template: container.decodeIfPresent(WebhookTemplate.self, forKey: .template))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Names.self)
        try container.encode(url.description, forKey: .url)
        try container.encode(secret.text(for: .theSeal), forKey: .secret)
        try container.encodeIfPresent(template, forKey: .template)
    }
}
