package import Fetching
import Foundation
package import Records

/// Notices to a program: a signed POST of JSON.
///
/// `{"id", "title", "body", "lines", "link", "topic", "time", "board", "urgency"}`, or the operator's own template. The id is in a header
/// too: a repetition has the same. Any 2xx means taken, 410 gone; the rest of 4xx is a refusal, but 408, 425 and 429 are for later.
package final class Webhook: Notifier {
    package static let channel = NoticeChannel.webhook

    /// Where a program listens. Address and secret are the person's own; no description shows more than the host.
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        package let url: WebAddress
        /// What signatures are made with; at least 16 bytes.
        package let secret: String
        /// nil: the usual body.
        package let template: WebhookTemplate?

        package init(url: String, secret: String = Endpoint.newSecret(), template: WebhookTemplate? = nil) throws(AddressError) {
            do { self.url = try WebAddress(url) } catch { throw AddressError("the address \(error.detail)") }
            guard (16...256).contains(secret.utf8.count) else { throw AddressError("the secret has 16 to 256 bytes") }
            self.secret = secret
            self.template = template
        }

        /// 32 bytes of chance in base64url.
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

    package func send(_ notice: Notice, to endpoint: Endpoint) async -> Delivery {
        do {
            let body = try endpoint.template?.body(of: notice) ?? Self.body(of: notice)
            let headers = [
                ("Content-Type", "application/json"), ("Tidings-Notice", notice.name),
                (WebhookSignature.header, WebhookSignature.text(of: body, secret: endpoint.secret, at: now())),
            ]
            return await Post(url: endpoint.url.url, headers: headers, body: body).delivery(by: fetcher, over: Self.channel)
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
        try container.encode(secret, forKey: .secret)
        try container.encodeIfPresent(template, forKey: .template)
    }
}
